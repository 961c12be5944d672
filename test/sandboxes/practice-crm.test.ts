import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { type Browser, codeOf, errorOf, makeSession } from '../harness/app.ts';
import { insertSandbox, keyed, makeSandbox, untilReady, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

// As in production: no private address is allowed, and no process reaches PUBLIC_URL.
const env = { WEBHOOK_ALLOW_NETWORKS: '', PUBLIC_URL: 'https://api.customer.example' };
const api = useApi({ asksCrms: true });
const connection_id = 'con_demo';
const secret = 'x'.repeat(40);
let workers: WorkerProcess[];
let team: TestTeam;
let owner: Browser['app'];
let sandbox: TestTeam;
let app: Browser['app'];

const startWorker = () => WorkerProcess.start(api().database.url, env, { atEnd: () => undefined });

beforeAll(async () => {
  // The worker fills the sandbox in the time of the database.
  const { clock } = api();
  clock.travel(Date.now() - clock.now().getTime());
  // A person may ask CRMs ten times in a minute.
  clock.elapsesMs = 61_000;
  workers = [await startWorker()];
  team = await makeTeam(api());
  owner = (await makeSession(team, team.owner)).app;
  const { id } = await owner.sandboxes.create.mutate({ name: 'Look around', with_history: true });
  await untilReady(team, id);
  sandbox = await keyed(new TestTeam(api(), id, team.owner));
  app = (await visit(sandbox, sandbox.owner)).app;
});
afterAll(async () => {
  for (const worker of workers) expect(await worker.stop()).toBe(0);
});

const runs = async () => (await app.crm.runs.query({ connection_id, limit: '200' })).data;
const connection = () => app.crm.getConnection.query({ connection_id });

async function rows(text: string, tenantId = sandbox.tenantId) {
  return (await api().sql.query(text, [tenantId])).rows as Record<string, unknown>[];
}

/** What is kept of a run, but not shown. */
async function keptOf(run: { id: string } | undefined) {
  const kept = await rows(
    'select r.id, r.is_full, r.requests from crm_sync_run r where r.tenant_id = $1',
  );
  return kept.find(({ id }) => id === run?.id);
}

/** Waits for the end of a run that is not among these, and returns it. */
async function runAfter(before: readonly { id: string }[]) {
  const known = new Set(before.map(({ id }) => id));
  const fresh = async () => (await runs()).find(({ id }) => !known.has(id));
  await until('a further run has ended', async () =>
    ['ok', 'failed'].includes((await fresh())?.status ?? ''),
  );
  return fresh();
}

describe('in a sandbox for looking around the CRM is connected', () => {
  test('a worker reads its changes over HTTP, right after the click', async () => {
    await until('it was synchronized', async () => {
      const { state, next_sync_at } = await connection();
      return state === 'up_to_date' && Date.parse(next_sync_at ?? '') > Date.now();
    });
    const [first, ...before] = await runs();
    expect(first).toMatchObject({ cause: 'schedule', status: 'ok', failure: null });
    const kept = await keptOf(first);
    expect(kept).toMatchObject({ is_full: false });
    expect(kept?.requests).toBeGreaterThanOrEqual(2);
    expect([first?.updated, first?.inserted, first?.removed]).toEqual([1, 0, 0]);
    // The service keeps runs for 90 days, and the sandbox has a full pass of each night.
    const passes = await rows(
      'select r.id from crm_sync_run r where r.tenant_id = $1 and r.is_full',
    );
    expect(passes.length).toBeGreaterThan(85);
    expect(before.some(({ status }) => status === 'failed')).toBe(true);
    const changes = before.slice(0, 20).map(({ updated, records }) => [updated, records]);
    expect(changes.every(([updated = 0, records]) => updated > 0 && records !== 0)).toBe(true);
    expect(await connection()).toMatchObject({
      provider: 'demo',
      name: 'Übungs-CRM',
      is_practice: true,
      crm_url: null,
      deals: 28,
      failure: null,
    });
    const changed = await rows(
      `select d.external_id from crm_deal d
       where d.tenant_id = $1 and d.changed_at > now() - interval '10 minutes'`,
    );
    expect(changed).toHaveLength(1);
  });

  test('its data are those with which the sandbox was filled', async () => {
    const content = `select d.id, d.external_id, d.title, d.outcome, d.amount::text, d.owner_user_id,
        d.industry_id, d.close_date, d.stage_id, d.lost_reason, d.changed_at
      from crm_deal d where d.tenant_id = $1 order by d.id`;
    const objections =
      'select o.id, o.text from crm_objection o where o.tenant_id = $1 order by o.id';
    const before = [await rows(content), await rows(objections)];
    const known = await runs();
    await app.crm.readAgain.mutate({ connection_id });
    const run = await runAfter(known);
    expect(await keptOf(run)).toMatchObject({ is_full: true });
    expect(run).toMatchObject({
      status: 'ok',
      set_aside: 0,
      removed: 0,
      inserted: 0,
      updated: 0,
    });
    expect([await rows(content), await rows(objections)]).toEqual(before);
    const { owners } = await connection();
    expect(owners.filter(({ user_id }) => user_id !== null).length).toBeGreaterThan(5);
  });

  test('each process has a server of its own: when one ends, another goes on', async () => {
    const [former] = workers;
    workers = [await startWorker()];
    expect(await former?.stop()).toBe(0);
    const known = await runs();
    await app.crm.syncNow.mutate({ connection_id });
    expect(await runAfter(known)).toMatchObject({ cause: 'person', status: 'ok', failure: null });
  });

  test('a person can disconnect it and connect it again, also after its credentials are gone', async () => {
    await app.crm.disconnect.mutate({ connection_id, data: 'keep' });
    const { data } = await app.crm.providers.query({});
    expect(data.find(({ provider }) => provider === 'demo')).toEqual({
      provider: 'demo',
      oauth: false,
      fields: [],
    });
    const input = { provider: 'demo', credentials: {} } as const;
    let known = await runs();
    expect(await app.crm.connect.mutate(input)).toMatchObject({ id: connection_id, revived: true });
    const run = await runAfter(known);
    expect(await keptOf(run)).toMatchObject({ is_full: true });
    expect(run).toMatchObject({ status: 'ok', inserted: 0 });
    known = await runs();
    await app.tryOut.trigger.mutate({ name: 'crm.sync.failed' });
    expect(await runAfter(known)).toMatchObject({ status: 'failed', failure: { reason: 'auth' } });
    known = await runs();
    await app.crm.reconnect.mutate({ connection_id, credentials: {} });
    expect(await runAfter(known)).toMatchObject({ status: 'ok' });
  });

  test('a reset brings it back, also after its data were removed', async () => {
    const { account_id } = await connection();
    await app.crm.disconnect.mutate({ connection_id, data: 'remove' });
    await until(
      'it is removed',
      async () => (await app.crm.connections.query({})).data.length === 0,
    );
    await owner.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId });
    await untilReady(team, sandbox.tenantId);
    await until('it was synchronized', async () => {
      const [first] = await runs();
      const isFull = (await keptOf(first))?.is_full;
      return first?.status === 'ok' && isFull === false && first.updated === 1;
    });
    const after = await connection();
    expect(after).toMatchObject({ state: 'up_to_date', is_practice: true, deals: 28 });
    expect(after.account_id).not.toBe(account_id);
  });
});

describe('the practice CRM opens no way to other hosts and teams', () => {
  test('no other team and no other sandbox can connect it', async () => {
    const plain = await makeSandbox(team, 'Plain');
    const empty = new TestTeam(api(), await insertSandbox(team), team.owner);
    for (const other of [team, plain, empty]) {
      const { app: theirs } = await visit(other, team.owner);
      const { data } = await theirs.crm.providers.query({});
      expect(data.map(({ provider }) => provider)).not.toContain('demo');
      const refused = theirs.crm.connect.mutate({ provider: 'demo', credentials: {} });
      expect(await codeOf(refused)).toBe('conflict');
    }
    const { app: inside } = await visit(plain, team.owner);
    const made = await inside.crm.getConnection.query({ connection_id });
    expect(made).toMatchObject({ state: 'ended', account_id: 'con_demo', is_practice: false });
  });

  test.each([
    [
      {
        provider: 'pipedrive',
        credentials: { api_token: secret, company: 'practice-crm.example' },
      },
    ],
    [{ provider: 'pipedrive', credentials: { api_token: secret, company: '127.0.0.1' } }],
    [
      {
        provider: 'salesforce',
        credentials: {
          my_domain: 'practice-crm.example',
          consumer_key: secret,
          consumer_secret: secret,
        },
      },
    ],
    [{ provider: 'demo', credentials: { account: 'practice-en-1' } as never }],
  ] as const)('nobody can enter its address: %j', async (input) => {
    for (const one of [app, owner]) {
      const { code } = await errorOf(one.crm.connect.mutate(input));
      expect(code).toBe('validation_error');
    }
  });

  test('nobody can choose its address for an endpoint', async () => {
    const body = { url: 'https://practice-crm.example/', events: ['member.joined'] };
    for (const by of [team, sandbox]) {
      const { status, body: problem } = await by.request('POST', '/webhook-endpoints', { body });
      expect([status, problem.code]).toEqual([422, 'validation_error']);
    }
  });

  test('its access opens for no other team, even if a row has it', async () => {
    await api().sql.query(
      `insert into crm_connection (tenant_id, id, provider, account_id, name, account, settings,
         access_kind, credentials, credentials_hint, credentials_at, created_at, next_sync_at)
       select $2, c.id, c.provider, c.account_id, c.name, c.account, c.settings, c.access_kind,
         c.credentials, '', now(), now(), now()
       from crm_connection c where c.tenant_id = $1`,
      [sandbox.tenantId, team.tenantId],
    );
    await until('its run has failed', async () => {
      const [run] = (await owner.crm.runs.query({ connection_id })).data;
      return run?.status === 'failed' && run.failure?.reason === 'internal';
    });
    expect((await owner.crm.getConnection.query({ connection_id })).deals).toBe(0);
    const refused = owner.crm.reconnect.mutate({ connection_id, credentials: {} });
    expect(await codeOf(refused)).toBe('conflict');
  });
});
