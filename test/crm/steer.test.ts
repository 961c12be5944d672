import { describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { insert, insertDeal, insertObjection } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { insertConnection, tokenOf } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

const later = (ms: number) => new Date(api().clock.now().getTime() + ms);

async function insertRun(crm: CrmTeam, connection_id: string, row: Record<string, unknown> = {}) {
  const now = api().clock.now();
  const id = newId('run', now);
  await insert(api(), 'crm_sync_run', {
    tenant_id: crm.team.tenantId,
    id,
    connection_id,
    cause: 'schedule',
    is_full: false,
    status: 'running',
    started_at: now,
    ...row,
  });
  return id;
}

describe('the state in one line', () => {
  const past = () => later(-60_000);
  test.each([
    ['first', () => ({ synced_at: null })],
    ['up_to_date', () => ({})],
    ['behind', () => ({ read_to: past() })],
    ['waits_for_quota', () => ({ waits_until: later(60_000) })],
    ['sign_in', () => ({ state: 'sign_in', failing_since: past(), failed_for: 'auth' })],
    ['paused', () => ({ state: 'paused' })],
    [
      'confirm_deletion',
      () => ({ failing_since: past(), failed_for: 'suspicious_deletion', failures: 1 }),
    ],
    ['failing', () => ({ failing_since: past(), failed_for: 'unavailable', failures: 2 })],
    ['ended', () => ({ state: 'ended' })],
    ['removing', () => ({ state: 'removing' })],
  ])('%s', async (state, row) => {
    const crm = await CrmTeam.make(api());
    await insertConnection(crm.team, row());
    const { data } = await crm.app.crm.connections.query({});
    expect(data.map((one) => one.state)).toEqual([state]);
  });

  test('counts deals and objections, and says why the last attempt failed', async () => {
    const crm = await CrmTeam.make(api());
    const failed = { failing_since: later(-60_000), failed_for: 'auth', state: 'sign_in' };
    const connection_id = await insertConnection(crm.team, failed);
    const deal = await insertDeal(crm.team, { connection_id });
    await insertObjection(crm.team, deal, { connection_id });
    await insertObjection(crm.team, deal);
    await insertRun(crm, connection_id, {
      status: 'failed',
      finished_at: later(0),
      failed_for: 'auth',
      failure: '{"status":403,"permission":"crm.objects.deals.read"}',
    });
    expect((await crm.app.crm.connections.query({})).data[0]).toMatchObject({
      deals: 1,
      objections: 2,
      failure: { reason: 'auth', status: 403, permission: 'crm.objects.deals.read' },
    });
  });
});

describe('pause and resume', () => {
  test('a paused connection is not due, its run is stopped, and a running worker loses its lease', async () => {
    const crm = await CrmTeam.make(api());
    const leased = { leased_at: api().clock.now(), lease_no: 4 };
    const connection_id = await insertConnection(crm.team, leased);
    await insertRun(crm, connection_id);
    const answer = await crm.app.crm.pause.mutate({ connection_id });
    expect(answer).toMatchObject({ state: 'paused', next_sync_at: null, run: null });
    expect(await crm.row(connection_id)).toMatchObject({ lease_no: 5, leased_at: null });
    const { data } = await crm.app.crm.runs.query({ connection_id });
    expect(data[0]?.status).toBe('stopped');
    await crm.app.crm.pause.mutate({ connection_id });
    const resumed = await crm.app.crm.resume.mutate({ connection_id });
    expect(resumed.state).toBe('up_to_date');
    expect(resumed.next_sync_at).not.toBeNull();
    await crm.app.crm.resume.mutate({ connection_id });
    expect((await crm.audits(connection_id)).map(({ action }) => action).sort()).toEqual([
      'crm.paused',
      'crm.resumed',
    ]);
  });

  test('resuming respects the wait that the provider has asked for', async () => {
    const crm = await CrmTeam.make(api());
    const waits_until = later(3_600_000);
    const row = { state: 'paused', next_sync_at: null, waits_until };
    const connection_id = await insertConnection(crm.team, row);
    expect(await crm.app.crm.resume.mutate({ connection_id })).toMatchObject({
      state: 'waits_for_quota',
      next_sync_at: waits_until.toISOString(),
    });
  });
});

describe('each step is refused for a connection in another state than the step needs', () => {
  test.each([
    ['paused', ['conflict', 'ok', 'ok', 'conflict']],
    ['sign_in', ['conflict', 'conflict', 'ok', 'conflict']],
    ['ended', ['conflict', 'conflict', 'conflict', 'conflict']],
    ['removing', ['conflict', 'conflict', 'conflict', 'conflict']],
  ])('%s', async (state, expected) => {
    const crm = await CrmTeam.make(api());
    const tries = ['syncNow', 'pause', 'resume', 'readAgain'] as const;
    const codes: string[] = [];
    for (const name of tries) {
      const connection_id = await insertConnection(crm.team, { state });
      codes.push(await codeOf(crm.app.crm[name].mutate({ connection_id })));
    }
    expect(codes).toEqual(expected);
  });
});

describe('syncNow', () => {
  test('makes the connection due now', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { next_sync_at: later(900_000) });
    const { next_sync_at } = await crm.app.crm.syncNow.mutate({ connection_id });
    expect(next_sync_at).toBe(api().clock.now().toISOString());
    expect(await crm.row(connection_id)).toMatchObject({
      next_cause: 'person',
      deletion_confirmed: null,
    });
  });

  test('confirms a removal only while a removal waits for an answer', async () => {
    const crm = await CrmTeam.make(api());
    const asks = { failing_since: later(-60_000), failed_for: 'suspicious_deletion', failures: 1 };
    const [plain, waiting] = [
      await insertConnection(crm.team),
      await insertConnection(crm.team, asks),
    ];
    const confirm = (connection_id: string) =>
      crm.app.crm.syncNow.mutate({ connection_id, confirm_deletion: true });
    expect(await codeOf(confirm(plain))).toBe('conflict');
    const failed = { status: 'failed', failed_for: 'suspicious_deletion' };
    await insertRun(crm, waiting, { ...failed, failure: '{"gone":30,"of":50}' });
    await confirm(waiting);
    // The number that was shown.
    expect(await crm.row(waiting)).toMatchObject({ deletion_confirmed: 30, read_again: true });
  });

  test('a confirmation ends with new credentials and with a disconnection', async () => {
    const crm = await CrmTeam.make(api());
    const { id: connection_id } = await crm.connect();
    const confirm = () =>
      api().sql.query('update crm_connection set deletion_confirmed = 30 where id = $1', [
        connection_id,
      ]);
    const confirmed = async () => (await crm.row(connection_id)).deletion_confirmed;
    const account = String((await crm.row(connection_id)).account_id);
    await confirm();
    const credentials = { access_token: tokenOf(account) };
    await crm.app.crm.reconnect.mutate({ connection_id, credentials });
    expect(await confirmed()).toBeNull();
    await confirm();
    await crm.app.crm.disconnect.mutate({ connection_id, data: 'keep' });
    expect(await confirmed()).toBeNull();
  });

  test('respects the wait that the provider has asked for', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { waits_until: later(60_000) });
    const error = await errorOf(crm.app.crm.syncNow.mutate({ connection_id }));
    expect(error.explanation).toContain('Kontingent');
  });
});

test('readAgain reads everything from the beginning', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team, { next_sync_at: later(900_000) });
  await crm.app.crm.readAgain.mutate({ connection_id });
  expect(await crm.row(connection_id)).toMatchObject({ read_again: true, next_cause: 'person' });
});

describe('disconnect', () => {
  test('deletes the credentials at once and keeps the data (D140)', async () => {
    const crm = await CrmTeam.make(api());
    const { id: connection_id } = await crm.connect();
    await insertDeal(crm.team, { connection_id });
    const answer = await crm.app.crm.disconnect.mutate({ connection_id, data: 'keep' });
    expect(answer).toMatchObject({ state: 'ended', deals: 1, next_sync_at: null });
    expect(await crm.row(connection_id)).toMatchObject({
      credentials: null,
      credentials_hint: '',
      next_sync_at: null,
    });
    const again = crm.app.crm.disconnect.mutate({ connection_id, data: 'keep' });
    expect(await codeOf(again)).toBe('conflict');
  });

  test('kept data can be removed later by a worker', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { state: 'ended', next_sync_at: null });
    const answer = await crm.app.crm.disconnect.mutate({ connection_id, data: 'remove' });
    expect(answer.state).toBe('removing');
    expect((await crm.row(connection_id)).next_sync_at).not.toBeNull();
  });

  test('makes a worker revoke the tokens of a consent, which are sealed in the job', async () => {
    const crm = await CrmTeam.make(api());
    const { id: connection_id, account_id } = await crm.connect();
    await api().sql.query(`update crm_connection set access_kind = 'oauth' where id = $1`, [
      connection_id,
    ]);
    await crm.app.crm.disconnect.mutate({ connection_id, data: 'keep' });
    const { rows } = await api().sql.query<{ payload: Record<string, string> }>(
      `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'crm.revoke' and j.payload ->> 'connection' = $1`,
      [connection_id],
    );
    expect(rows[0]?.payload).toMatchObject({ provider: 'hubspot', account: account_id });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});

test('the history of runs has pages, newest first', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const at = later(n * 1000);
    ids.unshift(
      await insertRun(crm, connection_id, { status: 'ok', started_at: at, finished_at: at }),
    );
  }
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await crm.app.crm.runs.query({
      connection_id,
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    found.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(found).toEqual(ids);
});

test('no procedure finds a connection of another team', async () => {
  const [crm, other] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
  const connection_id = await insertConnection(other.team);
  const version = (await other.app.crm.getConnection.query({ connection_id })).version;
  const { crm: app } = crm.app;
  const credentials = { access_token: 'good-1-secret' };
  const calls = [
    app.getConnection.query({ connection_id }),
    app.runs.query({ connection_id }),
    app.getRun.query({ connection_id, run_id: 'run_1' }),
    app.changeConnection.mutate({ connection_id, version, name: 'Mine' }),
    app.syncNow.mutate({ connection_id }),
    app.pause.mutate({ connection_id }),
    app.resume.mutate({ connection_id }),
    app.readAgain.mutate({ connection_id }),
    app.disconnect.mutate({ connection_id, data: 'remove' }),
    app.reconnect.mutate({ connection_id, credentials }),
  ];
  const codes = await Promise.all(calls.map((call) => codeOf(call)));
  expect(codes).toEqual(calls.map(() => 'not_found'));
  expect(await other.row(connection_id)).toMatchObject({ state: 'active', name: 'HubSpot' });
});

test('an admin without the right schnittstellen sees deals, but no connection', async () => {
  const crm = await CrmTeam.make(api());
  const admin = await crm.team.addMember({ role: 'admin' });
  const { app } = await makeSession(crm.team, admin);
  expect(await codeOf(app.crm.connections.query({}))).toBe('forbidden');
  expect(await codeOf(app.crm.listDeals.query({}))).toBe('ok');
});
