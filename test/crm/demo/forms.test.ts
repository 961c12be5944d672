import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '../../../src/seed/demo/create-demo.ts';
import { type DemoCrmServer, serveDemoCrm } from '../../../src/seed/demo-crm/serve-demo-crm.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../../harness/api.ts';
import { useApi } from '../../harness/use-api.ts';

const api = useApi();
const publicUrl = 'https://app.example.com';
const log = { error: (about: unknown) => expect.fail(JSON.stringify(about)) } as never;

let dataDir: string;
let crm: DemoCrmServer;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'team-api-demo-crm-'));
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  const pool = api().sql;
  const made = { now: api().clock.now(), language: 'de' } as const;
  const demo = await createDemo({ pool, publicUrl, secretKey, ...made });
  crm = await serveDemoCrm({ dataDir, tenantId: demo.tenant_id, made, publicUrl, pool, log });
});

afterAll(async () => {
  await crm?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const send = (form: Record<string, string>) =>
  fetch(`${crm.url}/deals/D-1017?lang=en`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'save', stage: 'angebot', ...form }),
    redirect: 'manual',
  });

/** The amount, as programs read it. */
async function amount(): Promise<unknown> {
  for (let after: string | null = '-1'; after !== null; ) {
    const answer = await fetch(`${crm.url}/api/deals?after=${after}`);
    const page = (await answer.json()) as { deals: { id: string }[]; next: string | null };
    const found = page.deals.find(({ id }) => id === 'D-1017');
    if (found) return 'amount' in found ? found.amount : undefined;
    after = page.next;
  }
  return undefined;
}

test.each([
  ['99.999,95', '99999.95'],
  ['99999,95', '99999.95'],
  ['99,999.95', '99999.95'],
  ['99999.95', '99999.95'],
  ['1.234.567', '1234567'],
  ['1 234 567,5', '1234567.5'],
  ['1,234', '1234'],
  ['12.34', '12.34'],
  ['', null],
])('an amount is accepted as people write it: %s', async (entered, stored) => {
  expect((await send({ amount: entered })).status).toBe(303);
  expect(await amount()).toBe(stored);
});

test.each(['1.23.456', '12.345,678', '1,2,3', '99.999.95', '-5', '1e5', '5 €', '.5'])(
  'a text that is no amount, or could mean two, is refused: %s',
  async (entered) => {
    const before = await amount();
    expect((await send({ amount: entered })).status).toBe(422);
    expect(await amount()).toBe(before);
  },
);

test('a refused form keeps what was entered', async () => {
  const entered = { amount: '12"000', stage: 'verhandlung', lost_reason: 'Zu <teuer>' };
  const saved = await (await send(entered)).text();
  expect(saved).toContain('value="12&quot;000"');
  expect(saved).toContain('<option value="verhandlung" selected>');
  expect(saved).toContain('value="Zu &lt;teuer&gt;"');
  const note = `<b>${'x'.repeat(2_000)}`;
  const recorded = await (await send({ action: 'note', note })).text();
  expect(recorded).toContain(`>&lt;b&gt;${'x'.repeat(2_000)}</textarea>`);
});
