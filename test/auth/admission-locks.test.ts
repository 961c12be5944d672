import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();

/** One admission call for requests without a key, from these addresses. */
function admit(addresses: string[]): Promise<unknown> {
  const nothing = addresses.map(() => null);
  const wanted = addresses.map(() => 1);
  return api().sql.query('select * from admit_calls($1, $2, $3, $3, $4, $5, 120, $6)', [
    nothing,
    nothing,
    addresses,
    wanted,
    randomBytes(16),
    api().clock.now(),
  ]);
}

async function waitingCalls(count: number): Promise<void> {
  await expect.poll(() => waitingBackends(api().sql)).toHaveLength(count);
}

test('two admission calls never wait for each other, even when their windows are just being made', async () => {
  const insert = 'insert into rate_window (subject, started_at, used) values ($1, $2, 0)';
  const now = api().clock.now();
  const other = await api().sql.connect();
  await other.query('begin');
  await other.query(insert, ['ip:10.0.0.2', now]);
  // This call has made the first window and waits for the second.
  const three = admit(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  await waitingCalls(1);
  await api().sql.query(insert, ['ip:10.0.0.3', now]);
  // This call finds the third window there, and waits for the first.
  const two = admit(['10.0.0.1', '10.0.0.3']);
  await waitingCalls(2);
  await other.query('rollback');
  other.release();
  await expect(Promise.all([three, two])).resolves.toHaveLength(2);
});
