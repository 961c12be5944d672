import { expect, test } from 'vitest';
import type { CrmHttpOptions } from '../../../src/crm/http/crm-http.ts';
import { useClient } from '../harness/started-client.ts';

const startedWith = useClient();
const ask = { path: '/x' };

test('a quota above what the database can store counts as that', async () => {
  const limits = () => ({ left: 999_999_999_999, perSecond: null });
  const connector = { requestsPerSecond: 10, limits } as unknown as CrmHttpOptions['connector'];
  const { http } = await startedWith(undefined, { connector });
  await http.send(ask);
  expect(http.quotaLeft).toBe(2 ** 31 - 1);
});

test('a CRM that grants a request in a month does not hold up a run for a month', async () => {
  const limits = () => ({ left: null, perSecond: 1 / (30 * 24 * 3600) });
  const connector = { requestsPerSecond: 10, limits } as unknown as CrmHttpOptions['connector'];
  const { http, waits } = await startedWith(undefined, { connector });
  await http.send(ask);
  await http.send(ask);
  expect(waits).toEqual([10_000]);
});
