import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { demoCrmAddress } from '../../src/crm/demo/address.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { demoKey, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

type Deal = { id: string; external_id: string; amount: string | null; outcome: string };
type Run = { id: string; status: string };
type Objection = { id: string; text: string; category: string };

test("the demo's CRM is connected from the first start, one click connects it again, and changes in it arrive with the same ids", {}, async () => {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  const ask = await signedIn(env);
  const lists = async () => ({
    deals: await list<Deal>('deals'),
    objections: await list<Objection>('objections'),
  });
  const list = async <T>(name: string): Promise<T[]> => {
    const url = `http://127.0.0.1:${env.PORT}${BASE_PATH}/crm/${name}?limit=200`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${demoKey(env)}` } });
    return ((await answer.json()) as { data: T[] }).data;
  };
  const stateOf = async () => {
    const { data } = (await ask('crm.connections')) as { data: { id: string; state: string }[] };
    return data.find((connection) => connection.id === 'con_demo')?.state;
  };
  await until('the first synchronization', async () => (await stateOf()) === 'up_to_date', 20_000);
  await ask('crm.disconnect', { connection_id: 'con_demo', data: 'keep' });
  const before = await lists();
  const runsOf = async () =>
    ((await ask('crm.runs', { connection_id: 'con_demo' })) as { data: Run[] }).data;
  const past = await runsOf();
  await until("the demo's CRM", () => demoCrmAddress(env.DATA_DIR) !== null);

  const { data: offered } = (await ask('crm.providers')) as { data: { provider: string }[] };
  expect(offered).toContainEqual({ provider: 'demo', oauth: false, fields: [] });
  const made = { provider: 'demo', credentials: {} };
  expect(await ask('crm.connect', made)).toMatchObject({ id: 'con_demo', revived: true });
  const existing = new Set(past.map(({ id }) => id));
  /** A synchronization that was not there before has ended well. */
  const synced = async () => {
    const [newest] = await runsOf();
    if (newest?.status !== 'ok' || existing.has(newest.id)) return false;
    existing.add(newest.id);
    return true;
  };
  await until('the first synchronization', synced, 20_000);
  const first = await lists();
  const plain = ({ synced_at: _, ...deal }: Deal & { synced_at?: string }) => deal;
  expect(first.deals.map(plain)).toEqual(before.deals.map(plain));
  const ids = (listed: Objection[]) => listed.map(({ id }) => id);
  expect(ids(first.objections)).toEqual(expect.arrayContaining(ids(before.objections)));

  const { url = '' } = demoCrmAddress(env.DATA_DIR) ?? {};
  const edit = (id: string, form: Record<string, string>) =>
    fetch(`${url}/deals/${id}`, { method: 'POST', body: new URLSearchParams(form) });
  await edit('D-1027', { action: 'save', amount: '4711,50', stage: 'verlaengert' });
  await edit('D-1026', { action: 'note', note: 'Das ist uns viel zu teuer.' });
  await edit('D-1025', { action: 'delete' });
  await ask('crm.syncNow', { connection_id: 'con_demo' });
  const seen = (id: string, deals: Deal[]) => deals.find(({ external_id }) => external_id === id);
  await until(
    'the edit',
    async () => seen('D-1027', await list<Deal>('deals'))?.amount === '4711.50',
    20_000,
  );
  await until('the end', synced, 20_000);
  const second = await lists();
  expect(seen('D-1027', second.deals)).toMatchObject({ outcome: 'won' });
  expect(seen('D-1025', second.deals)).toBeUndefined();
  expect(second.objections).toContainEqual(
    expect.objectContaining({ text: 'Das ist uns viel zu teuer.', category: 'price' }),
  );
  await edit('D-1025', { action: 'restore' });
  await ask('crm.syncNow', { connection_id: 'con_demo' });
  await until(
    'the restored deal',
    async () => seen('D-1025', await list<Deal>('deals'))?.id === seen('D-1025', before.deals)?.id,
    20_000,
  );

  // No synchronization of the demo's CRM fails by itself.
  const runs = (await runsOf()).filter(({ id }) => !past.some((run) => run.id === id));
  expect(runs.length).toBeGreaterThan(2);
  expect(runs.filter(({ status }) => !['ok', 'running'].includes(status))).toEqual([]);

  expect(await server.stop()).toBe(0);
  expect(demoCrmAddress(env.DATA_DIR)).toBeNull();
});

/** Calls procedures as the owner of the demo team. */
async function signedIn(env: { DATA_DIR: string; PORT: string }) {
  const demo = JSON.parse(readFileSync(path.join(env.DATA_DIR, 'demo.json'), 'utf8'));
  const { owner_email: email, owner_password: password } = demo as Record<string, string>;
  let cookie = '';
  const call = async (name: string, input?: object): Promise<unknown> => {
    const isQuery = /^crm\.(providers|connections|runs)$/.test(name);
    const answer = await fetch(
      `http://127.0.0.1:${env.PORT}/trpc/${name}${isQuery ? `?input=${encodeURIComponent(JSON.stringify(input ?? {}))}` : ''}`,
      {
        method: isQuery ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          origin: `http://localhost:${env.PORT}`,
          cookie,
        },
        ...(isQuery ? {} : { body: JSON.stringify(input) }),
      },
    );
    const body = (await answer.json()) as { result?: { data: unknown } };
    expect([name, answer.status, body]).toMatchObject([name, 200, {}]);
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return body.result?.data;
  };
  await call('session.signIn', { email, password });
  return call;
}
