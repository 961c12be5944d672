import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CrmConnector } from '../../../src/crm/connector.ts';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import { claimConnections } from '../../../src/worker/crm/claim.ts';
import { raisedIn } from '../../harness/raised.ts';
import { insertEndpoint } from '../../harness/rows.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

async function teamWithEndpoint(): Promise<TestTeam> {
  const team = await makeTeam(api());
  await insertEndpoint(team, { events: ['crm.sync.failed'] });
  return team;
}

async function eventsOf(team: TestTeam) {
  return (await raisedIn(team)).events.map(({ body }) => JSON.parse(body).data);
}

const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));

test('a lost sign-in ends the attempts, with one event, until a person acts', async () => {
  const team = await teamWithEndpoint();
  const crm = await PlainCrm.of(team);
  crm.before = () => {
    throw new CrmFailure('auth', { status: 401 });
  };
  expect(await crm.synchronize()).toBe('failed');
  const row = await crm.row();
  expect(row).toMatchObject({
    state: 'sign_in',
    next_sync_at: null,
    failed_for: 'auth',
    failures: 1,
  });
  const [run] = await crm.runs();
  expect(run).toMatchObject({ status: 'failed', failed_for: 'auth', failure: { status: 401 } });
  expect(await eventsOf(team)).toEqual([
    {
      team_id: team.tenantId,
      connection_id: crm.connectionId,
      provider: 'hubspot',
      sync_run_id: run?.id,
      reason: 'auth',
      consecutive_failures: 1,
      next_attempt_at: null,
    },
  ]);
  await api().sql.query('update crm_connection set leased_at = null');
  expect(await claimConnections(api().pool, { all: 10, long: 10 })).toEqual([]);
});

test('a provider that does not answer is tried again after 5, 15 and 60 minutes, and then hourly', async () => {
  const team = await teamWithEndpoint();
  const crm = await PlainCrm.of(team);
  crm.before = () => {
    throw new CrmFailure('unavailable', { status: 503 });
  };
  const minutes = [];
  for (let n = 0; n < 4; n++) {
    expect(await crm.synchronize()).toBe('failed');
    minutes.push((await crm.row()).next_in);
  }
  expect(minutes).toEqual([5, 15, 60, 60]);
  const events = await eventsOf(team);
  expect(events.map(({ consecutive_failures }) => consecutive_failures).sort()).toEqual([
    1, 2, 3, 4,
  ]);
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({
    failures: 0,
    failing_since: null,
    failed_for: null,
    // The run has gone on with the window of the first one, so what came since then is read at once.
    next_in: 0,
  });
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.row()).next_in).toBe(15);
});

test('a fault of our own fails as internal, without the words of its error', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.before = () => {
    throw new TypeError('the secret is x');
  };
  expect(await crm.synchronize()).toBe('failed');
  expect((await crm.runs())[0]).toMatchObject({
    failed_for: 'internal',
    failure: { code: 'TypeError' },
  });
});

test('a wait for the quota is no failure and no event, and the same run continues later', async () => {
  const team = await teamWithEndpoint();
  const crm = await PlainCrm.of(team);
  crm.deals = many(5);
  crm.pageSize = 2;
  crm.before = ({ after }) => {
    if (after === '4') throw new QuotaWait(20 * 60_000);
  };
  expect(await crm.synchronize()).toBe('waiting');
  expect(await crm.row()).toMatchObject({ state: 'active', failures: 0, next_in: 20 });
  expect((await crm.row()).waits_until).not.toBe(null);
  expect(await crm.runs()).toMatchObject([{ status: 'waiting', records: 4, finished_at: null }]);
  expect(await crm.storedIds()).toHaveLength(4);
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  expect(crm.requests.map(({ after }) => after)).toEqual([null, '2', '4', '4']);
  expect(await crm.runs()).toMatchObject([{ status: 'ok', records: 5, inserted: 5 }]);
  expect(await crm.row()).toMatchObject({ waits_until: null });
  expect(await eventsOf(team)).toEqual([]);
});

test('a wait does not count as working time, and the expected number of deals says nothing of the notes', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.deals = many(4);
  crm.notes = [aNote('n1', '1000', 'price')];
  crm.pageSize = 2;
  const { read } = crm.connector;
  Object.assign(crm.connector, {
    read: async (...[requested, request]: Parameters<CrmConnector['read']>) => {
      const page = await read(requested, request);
      return request.stream === 'deals' ? { ...page, expected: 4 } : page;
    },
  } as Partial<CrmConnector>);
  crm.before = async ({ stream }) => {
    await sleep(20);
    if (stream === 'notes') throw new QuotaWait(20 * 60_000);
  };
  expect(await crm.synchronize()).toBe('waiting');
  const [waiting] = await crm.runs();
  expect(waiting).toMatchObject({ records: 4, expected: 4 });
  expect(Number(waiting?.worked_ms)).toBeGreaterThanOrEqual(38);
  expect(Number(waiting?.worked_ms)).toBeLessThan(60_000);
  await api().sql.query("update crm_sync_run set started_at = started_at - interval '9 hours'");
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  const [run] = await crm.runs();
  expect(run).toMatchObject({ records: 5, expected: null });
  expect(Number(run?.worked_ms)).toBeGreaterThanOrEqual(Number(waiting?.worked_ms));
  expect(Number(run?.worked_ms)).toBeLessThan(120_000);
});

test('a connection uses at most its share of the quota: half, or what the team has chosen', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), {
    account: { daily_quota: 10 },
    requests_day: new Date().toISOString().slice(0, 10),
    requests: 5,
  });
  await crm.set('requests_day = current_date');
  expect(await crm.synchronize()).toBe('waiting');
  expect(crm.requests).toEqual([]);
  await crm.set('daily_budget = 6');
  expect(await crm.synchronize()).toBe('ok');
  await crm.set('requests = 6');
  expect(await crm.synchronize()).toBe('waiting');
  await crm.set('requests_day = current_date - 1');
  expect(await crm.synchronize()).toBe('ok');
});

test('a pass that would remove more than half, and more than twenty, removes nothing until a person confirms it', async () => {
  const team = await teamWithEndpoint();
  const crm = await PlainCrm.of(team);
  crm.deals = many(50);
  await crm.synchronize();
  crm.deals = many(20);
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('failed');
  expect(await crm.row()).toMatchObject({ failed_for: 'suspicious_deletion', next_in: 15 });
  expect((await crm.runs()).at(-1)).toMatchObject({ failure: { gone: 30, of: 50 }, removed: 0 });
  expect(await crm.storedIds()).toHaveLength(50);
  // The person has refused, so the daily pass asks again.
  await crm.set("full_at = now() - interval '25 hours'");
  expect(await crm.synchronize()).toBe('failed');
  expect(await eventsOf(team)).toHaveLength(2);

  await crm.set('deletion_confirmed = 30');
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(20);
  expect(await crm.row()).toMatchObject({ deletion_confirmed: null, failures: 0 });
  expect((await crm.runs()).at(-1)).toMatchObject({ removed: 30, is_full: true });
});

test('up to twenty deals are removed without a question, even if the team has no others', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(20);
  await crm.synchronize();
  crm.deals = [];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toEqual([]);
});

test('an unreadable record is set aside and shown, and its stored values stay', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(3);
  await crm.synchronize();
  crm.deals = [...many(2), aDeal('2000', { amount: '1e7' })];
  crm.setAside = [{ externalId: '1002', field: 'amount' }];
  await crm.set('read_again = true');
  // This pass has not confirmed the stored deal, because its record cannot be read.
  const confirmedAt = async () =>
    (
      await api().sql.query('select synced_at from crm_deal where external_id = $1', ['1002'])
    ).rows.map(({ synced_at }) => synced_at);
  await api().sql.query(`update crm_deal set synced_at = '2026-01-01' where external_id = '1002'`);
  const before = await confirmedAt();
  expect(await crm.synchronize()).toBe('ok');
  expect(await confirmedAt()).toEqual(before);
  expect(await crm.storedIds()).toEqual(['1000', '1001', '1002']);
  expect((await crm.runs()).at(-1)).toMatchObject({
    set_aside: 2,
    set_aside_records: [
      { externalId: '1002', field: 'amount' },
      { externalId: '2000', field: 'amount' },
    ],
  });
});

test('a record that was mended no longer counts as one that cannot be read', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.deals = [aDeal('1'), aDeal('2', { amount: '1e7' }), aDeal('3', { amount: '1e7' })];
  crm.notes = [{ ...aNote('2', '1', 'price'), dealIds: [''] }, aNote('n', '1', 'price')];
  const unread = async () =>
    (await crm.runs()).map(({ set_aside_records }) =>
      (set_aside_records as Record<string, unknown>[])
        .filter(({ isRead }) => !isRead)
        .map(({ stream, externalId }) => `${stream} ${externalId}`),
    );
  expect(await crm.synchronize()).toBe('ok');
  expect(await unread()).toEqual([['deals 2', 'deals 3', 'notes 2']]);
  // A deal and a note may have the same id.
  crm.deals = [aDeal('2', { changedAt: new Date() })];
  crm.notes = [];
  expect(await crm.synchronize()).toBe('ok');
  expect(await unread()).toEqual([['deals 3', 'notes 2'], []]);
  crm.deals = [aDeal('3', { changedAt: new Date(), amount: '1e8' })];
  crm.notes = [{ ...aNote('2', '1', 'price'), changedAt: new Date() }];
  expect(await crm.synchronize()).toBe('ok');
  expect(await unread()).toEqual([['deals 3'], [], ['deals 3']]);
});

test('while a record cannot even be identified, a full pass removes nothing', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(3);
  await crm.synchronize();
  crm.deals = many(2);
  crm.setAside = [{ externalId: null, field: 'id' }];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(3);
});

test('a page without a readable record fails as contract, with the field', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(3).map((deal) => ({ ...deal, amount: 'much' }));
  expect(await crm.synchronize()).toBe('failed');
  expect((await crm.runs())[0]).toMatchObject({
    failed_for: 'contract',
    failure: { field: 'amount' },
  });
  expect(await crm.row()).toMatchObject({ next_in: 60 });
});

test('a connection has been failing since its first failure; a success ends that, and later failures are told anew', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.before = () => {
    throw new CrmFailure('unavailable', { status: 503 });
  };
  await crm.synchronize();
  await crm.set("failing_since = failing_since - interval '25 h', told_at = now()");
  const { failing_since } = await crm.row();
  await crm.synchronize();
  expect(await crm.row()).toMatchObject({ failing_since, failures: 2 });
  expect((await crm.row()).told_at).not.toBe(null);
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  const ended = { failing_since: null, told_at: null, failed_for: null, failures: 0 };
  expect(await crm.row()).toMatchObject(ended);
});
