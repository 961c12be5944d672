import { expect, onTestFinished, test } from 'vitest';
import type { CrmConnector } from '../../../src/crm/connector.ts';
import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { claimConnections } from '../../../src/worker/crm/claim.ts';
import { SyncLoop } from '../../../src/worker/crm/sync-loop.ts';
import { SyncPlaces } from '../../../src/worker/crm/sync-places.ts';
import { WorkerProcess } from '../../delivery/harness/worker-process.ts';
import { startReceiver } from '../../harness/receiver.ts';
import { makeTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { useApi } from '../../harness/use-api.ts';
import { startTestWorker } from '../../harness/worker.ts';
import { depsWith, idleApi, insertConnection } from '../harness/connection.ts';
import { FakeHubspot } from '../harness/fake-hubspot.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

function startLoop(connector: CrmConnector): SyncLoop {
  const log = createLogger('fatal');
  const pool = createPool(api().database.url, { max: 4, name: 'crm', log, byIndex: true });
  const sync = {
    ...depsWith(pool, connector),
    // The connector of the test reads here whose connection it got.
    openApi: (
      _: unknown,
      access: { kind: string; entered?: object },
      { signal }: { signal?: AbortSignal },
    ) => Object.assign(idleApi(), { access, signal }),
  } as ReturnType<typeof depsWith>;
  const loop = new SyncLoop({ pool, outgoing: Outgoing.opened(), log, sync });
  onTestFinished(async () => {
    await loop.stop(5_000);
    await pool.end();
  });
  return loop;
}

const access = (token: string) =>
  ({ kind: 'token', entered: { access_token: token }, tokens: null }) as const;

const slow: CrmConnector = {
  overlapMs: 1,
  reference: async () => ({ owners: [], pipelines: [], fields: [] }),
  read: async (input) => {
    const { access: credentials, signal } = input as unknown as {
      access: ReturnType<typeof access>;
      signal: AbortSignal;
    };
    if (credentials.entered.access_token === 'hangs') {
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    return { records: [], setAside: [], next: null };
  },
} as Partial<CrmConnector> as CrmConnector;

test('fifty connections with a provider that hangs do not keep others waiting, and a stop ends them', async () => {
  const team = await makeTeam(api());
  const due = (minutes: number) => ({ next_sync_at: new Date(Date.now() - minutes * 60_000) });
  for (let n = 0; n < 50; n++)
    await insertConnection(team, { access: access('hangs'), ...due(60) });
  for (let n = 0; n < 30; n++) await insertConnection(team, { access: access('new'), ...due(1) });
  for (let n = 0; n < 40; n++) {
    await insertConnection(team, { access: access('known'), full_at: new Date(), ...due(1) });
  }
  const count = async (which: string) =>
    (
      await api().sql.query(`select from crm_connection where tenant_id = $1 and ${which}`, [
        team.tenantId,
      ])
    ).rowCount;
  const loop = startLoop(slow);
  await until('all that answer', async () => (await count('synced_at is not null')) === 70);
  expect(await count('leased_at is not null')).toBe(50);
  await loop.stop(5_000);
  expect(await count('leased_at is not null')).toBe(0);
  await api().sql.query('update crm_connection set next_sync_at = null');
});

test('a connection that waits for its provider gives up its place after five seconds, up to a number of such connections', () => {
  let now = 0;
  const places = new SyncPlaces(() => now);
  const take = (count: number, from: number, isLong: boolean) => {
    for (let n = from; n < from + count; n++) places.take(`${n}`, isLong);
  };
  expect(places.free()).toEqual({ all: 48, long: 32 });
  take(32, 0, true);
  expect(places.free()).toEqual({ all: 16, long: 0 });
  now = 6_000;
  expect(places.free()).toEqual({ all: 48, long: 32 });
  places.noteAnswer('0');
  expect(places.free()).toEqual({ all: 47, long: 31 });
  take(300, 100, false);
  now = 20_000;
  expect(places.free()).toEqual({ all: 0, long: 0 });
});

test('two workers never work on the same connection', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = Array.from({ length: 60 }, (_, n) => aDeal(`${n}`));
  crm.pageSize = 2;
  let atOnce = 0;
  let most = 0;
  crm.before = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
  };
  const loops = [startLoop(crm.connector), startLoop(crm.connector), startLoop(crm.connector)];
  await until('the end', async () => {
    for (const loop of loops) loop.wake();
    return (await crm.row()).synced_at;
  });
  expect(most).toBe(1);
  expect(await crm.storedIds()).toHaveLength(60);
  await api().sql.query('update crm_connection set next_sync_at = null');
});

test('another worker continues at the page where a killed worker was', async () => {
  const fake = await FakeHubspot.start();
  onTestFinished(() => fake.close());
  for (let n = 0; n < 450; n++)
    fake.addDeal({ dealname: `Deal ${n}`, dealstage: 'new', amount: `${n}.50` });
  const list = /GET \/crm\/objects\/[^/]+\/deals$/;
  fake.server.plan({ fault: { kind: 'hang' }, on: list, after: 3, times: 1 });
  const team = await makeTeam(api());
  const [token = ''] = fake.tokens;
  const id = await insertConnection(team, { access: access(token) });
  const row = async (text: string) => (await api().sql.query(text, [id])).rows;

  const env = { HUBSPOT_BASE_URL: fake.url };
  const dead = await WorkerProcess.start(api().database.url, env);
  await until('a request that hangs', () => fake.server.count(list) === 4);
  await dead.kill();
  const deals = 'select id, external_id, amount::text from crm_deal where connection_id = $1';
  const before = await row(deals);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(450);
  const [run] = await row('select * from crm_sync_run where connection_id = $1');
  expect(run).toMatchObject({ status: 'running', finished_at: null });

  // Ends the lease.
  await row("update crm_connection set leased_at = now() - interval '2 min' where id = $1");
  const next = await WorkerProcess.start(api().database.url, env);
  await until(
    'the end',
    async () => (await row('select synced_at from crm_connection where id = $1'))[0]?.synced_at,
  );
  const stored = await row(deals);
  expect(stored).toHaveLength(450);
  for (const deal of before) expect(stored).toContainEqual(deal);
  expect(await row('select * from crm_sync_run where connection_id = $1')).toMatchObject([
    { id: run?.id, status: 'ok', inserted: 450, records: 450 },
  ]);
  // The worker has read five pages, and the page that hung a second time.
  expect(fake.server.count(list)).toBe(6);
  expect(await next.metric('crm_sync_records_total\\{provider="hubspot"\\}')).toBeGreaterThan(0);
  await next.kill();
});

test("the operator's own server is called even if only the operator trusts its certificate", async () => {
  const receiver = await startReceiver((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  const team = await makeTeam(api());
  const id = await insertConnection(team, { access: access('a'.repeat(20)) });
  const worker = await startTestWorker(api(), { HUBSPOT_BASE_URL: receiver.url('') });
  onTestFinished(async () => {
    await worker.stop();
    await receiver.close();
  });
  const states = 'select state, failed_for from crm_connection where id = $1';
  await until(
    'an answer of the server',
    async () => (await api().sql.query(states, [id])).rows[0]?.failed_for,
  );
  const { rows } = await api().sql.query(states, [id]);
  expect(rows).toEqual([{ state: 'sign_in', failed_for: 'auth' }]);
  expect(receiver.requests.length).toBeGreaterThan(0);
});

test('the CRM of a suspended team is not read, but its removal continues', async () => {
  const team = await makeTeam(api(), { status: 'suspended' });
  const [paused, removed] = [await insertConnection(team), await insertConnection(team)];
  await api().sql.query("update crm_connection set state = 'removing' where id = $1", [removed]);
  const claims = await claimConnections(api().pool, { all: 48, long: 48 });
  const ids = claims.map(({ id }) => id);
  expect([ids.includes(paused), ids.includes(removed)]).toEqual([false, true]);
});
