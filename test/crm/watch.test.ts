import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { insertCrmRun } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { backFrom, insertConnection } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';
import { aDeal, aNote, PlainCrm } from './harness/plain-crm.ts';

const api = useApi();
const later = (ms: number) => new Date(api().clock.now().getTime() + ms);
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));

type Watched = { crm: CrmTeam; source: PlainCrm; connection_id: string };

async function watched(count: number): Promise<Watched> {
  const crm = await CrmTeam.make(api());
  const source = await PlainCrm.of(crm.team);
  source.deals = many(count);
  await source.synchronize();
  return { crm, source, connection_id: source.connectionId };
}

const readAll = async ({ source }: Watched) => {
  await source.set('read_again = true');
  return source.synchronize();
};

async function lastRun({ crm, connection_id }: Watched) {
  const { data } = await crm.app.crm.runs.query({ connection_id });
  return crm.app.crm.getRun.query({ connection_id, run_id: data[0]?.id ?? '' });
}

describe('getRun', () => {
  test('lists removed deals by title, id and address in the CRM, and says which are back', async () => {
    const it = await watched(5);
    it.source.deals = many(3);
    expect(await readAll(it)).toBe('ok');
    const account = (await it.crm.row(it.connection_id)).account_id;
    const named = (id: string, now: string) => ({
      external_id: id,
      title: `Deal ${id}`,
      url: `https://crm.example.com/${account}/deals/${id}`,
      now,
    });
    expect(await lastRun(it)).toMatchObject({
      gone_deals: [named('1003', 'gone'), named('1004', 'gone')],
    });
    const { id: run_id } = await lastRun(it);
    it.source.deals = [...many(3), aDeal('1004', { changedAt: new Date() })];
    expect(await it.source.synchronize()).toBe('ok');
    const { connection_id } = it;
    const again = await it.crm.app.crm.getRun.query({ connection_id, run_id });
    expect(again.gone_deals.map(({ now }) => now)).toEqual(['gone', 'there']);
  });

  test('lists deals that would go, is linked from the connection, and says which were seen since', async () => {
    const it = await watched(60);
    const { crm, source, connection_id } = it;
    source.deals = [];
    expect(await readAll(it)).toBe('failed');
    source.deals = [aDeal('1000', { changedAt: new Date() })];
    expect(await source.synchronize()).toBe('ok');
    const shown = await crm.app.crm.getConnection.query({ connection_id });
    expect(shown.state).toBe('confirm_deletion');
    const run_id = shown.failed_run_id ?? '';
    const { gone_deals } = await crm.app.crm.getRun.query({ connection_id, run_id });
    expect(gone_deals).toHaveLength(60);
    const [first, second] = gone_deals;
    expect([first, second]).toMatchObject([
      { external_id: '1000', now: 'there' },
      { external_id: '1001', now: 'missing', title: 'Deal 1001' },
    ]);
  });

  test('lists a deal without its title when the title is no longer stored', async () => {
    const it = await watched(2);
    it.source.deals = many(1);
    await readAll(it);
    await api().sql.query('update crm_former_deal set title = null where connection_id = $1', [
      it.connection_id,
    ]);
    expect((await lastRun(it)).gone_deals).toMatchObject([{ external_id: '1001', title: null }]);
  });

  test('a run of another connection or team is not found', async () => {
    const [it, other] = [await watched(1), await watched(1)];
    const run_id = (await lastRun(other)).id;
    const own = { connection_id: it.connection_id, run_id };
    expect(await codeOf(it.crm.app.crm.getRun.query(own))).toBe('not_found');
    const foreign = { connection_id: other.connection_id, run_id };
    expect(await codeOf(it.crm.app.crm.getRun.query(foreign))).toBe('not_found');
  });
});

describe('a connection says', () => {
  test('that it runs, from the claim before its first page until the lease ends', async () => {
    const crm = await CrmTeam.make(api());
    const stateOf = async (row: Record<string, unknown>) => {
      const connection_id = await insertConnection(crm.team, row);
      const { state, in_work } = await crm.app.crm.getConnection.query({ connection_id });
      return [state, in_work];
    };
    const claimed = { leased_at: later(-59_000) };
    expect(await stateOf({})).toEqual(['up_to_date', false]);
    expect(await stateOf(claimed)).toEqual(['running', true]);
    expect(await stateOf({ leased_at: later(-61_000) })).toEqual(['up_to_date', false]);
    expect(await stateOf({ ...claimed, synced_at: null })).toEqual(['first', true]);
    const failing = { failing_since: later(-60_000), failed_for: 'unavailable' };
    expect(await stateOf({ ...claimed, ...failing })).toEqual(['running', true]);
  });

  test('that a question about deals stays while changes are read, until a person answers or all is read anew', async () => {
    const crm = await CrmTeam.make(api());
    const asks = { failing_since: later(-60_000), failed_for: 'suspicious_deletion' };
    const stateOf = async (row: Record<string, unknown>, run: Record<string, unknown> = {}) => {
      const connection_id = await insertConnection(crm.team, { ...asks, ...row });
      const running = { status: 'running', finished_at: null };
      await insertCrmRun(crm.team, { connection_id, ...running, ...run });
      return (await crm.app.crm.getConnection.query({ connection_id })).state;
    };
    const leased = { leased_at: later(-1_000) };
    expect(await stateOf(leased)).toBe('confirm_deletion');
    expect(await stateOf({ ...leased, deletion_confirmed: 30 })).toBe('running');
    expect(await stateOf({ ...leased, read_again: true })).toBe('running');
    expect(await stateOf(leased, { is_full: true })).toBe('running');
  });

  test('whether deals or objections from notes would go, in its state and in the run', async () => {
    const it = await watched(1);
    const { crm, source, connection_id } = it;
    await source.set(`settings = '{"notes": true}'`);
    source.notes = Array.from({ length: 30 }, (_, n) => aNote(`n${n}`, '1000', 'price'));
    await readAll(it);
    source.notes = [];
    expect(await readAll(it)).toBe('failed');
    const failure = { reason: 'suspicious_deletion', gone: 30, of: 30, stream: 'notes' };
    const shown = await crm.app.crm.getConnection.query({ connection_id });
    expect(shown).toMatchObject({ state: 'confirm_deletion', failure });
    expect(await lastRun(it)).toMatchObject({ failure });
  });

  test('how many requests it has sent today, and none of the day before', async () => {
    const crm = await CrmTeam.make(api());
    const sent = async (requests_day: Date) => {
      const row = { requests: 40, requests_day };
      const connection_id = await insertConnection(crm.team, row);
      return (await crm.app.crm.getConnection.query({ connection_id })).requests_today;
    };
    expect([await sent(later(0)), await sent(later(-DAY_MS))]).toEqual([40, 0]);
  });

  test('which run has set records aside, until a full pass could read all', async () => {
    const it = await watched(3);
    const { crm, source, connection_id } = it;
    const read = async () => (await crm.app.crm.getConnection.query({ connection_id })).set_aside;
    expect(await read()).toBeNull();
    source.setAside = [{ externalId: '1002', field: 'amount' }];
    await readAll(it);
    const recorded = await read();
    expect(recorded).toEqual({ run_id: (await lastRun(it)).id, count: 1 });
    source.setAside = [];
    await source.synchronize();
    expect(await read()).toEqual(recorded);
    await readAll(it);
    expect(await read()).toBeNull();
  });

  test('which run has set records aside, until the changes of a later run have them', async () => {
    const it = await watched(1);
    const { crm, source, connection_id } = it;
    const read = async () => (await crm.app.crm.getConnection.query({ connection_id })).set_aside;
    const changedAt = new Date();
    source.deals = [aDeal('77', { changedAt, amount: '1e7' })];
    source.setAside = [{ externalId: '78', field: 'amount' }];
    await source.synchronize();
    source.setAside = [];
    expect(await read()).toMatchObject({ count: 2 });
    source.deals = [aDeal('77', { changedAt: new Date(), amount: '1' })];
    await source.synchronize();
    expect(await read()).toMatchObject({ count: 1 });
    source.deals = [aDeal('78', { changedAt: new Date() })];
    await source.synchronize();
    expect(await read()).toBeNull();
  });

  test('that its settings cannot be read, and accepts new ones', async () => {
    const it = await watched(1);
    const { crm, source, connection_id } = it;
    await source.set(`settings = '{"pipelines": 7}'`);
    await source.synchronize();
    const shown = await crm.app.crm.getConnection.query({ connection_id });
    expect(shown).toMatchObject({
      state: 'failing',
      failure: { reason: 'internal', code: 'settings' },
      settings: { pipelines: null },
    });
    const { version } = shown;
    const settings = { notes: true };
    await crm.app.crm.changeConnection.mutate({ connection_id, version, settings });
    expect(await source.synchronize()).toBe('ok');
  });
});

test('connect says whether an ended connection began again', async () => {
  const crm = await CrmTeam.make(api());
  const made = await crm.connect({ account: 'revived' });
  expect(made.revived).toBe(false);
  await crm.app.crm.disconnect.mutate({ connection_id: made.id, data: 'keep' });
  expect(await crm.connect({ account: 'revived' })).toMatchObject({ id: made.id, revived: true });
});

test('a consent says so too, but not if it renews a connection', async () => {
  const crm = await CrmTeam.make(api());
  const { crm: app } = crm.app;
  const consent = async (more: { connection_id?: string } = {}) => {
    const { url } = await app.beginOAuth.mutate({ provider: 'hubspot', ...more });
    return app.finishOAuth.mutate(backFrom(url, 'good-consented'));
  };
  const made = await consent();
  expect(made.revived).toBe(false);
  expect(await consent({ connection_id: made.id })).toMatchObject({ id: made.id, revived: false });
  await app.disconnect.mutate({ connection_id: made.id, data: 'keep' });
  expect(await consent()).toMatchObject({ id: made.id, revived: true });
});

describe('after the provider has refused', () => {
  const refused = { state: 'sign_in', failed_for: 'auth', failures: 3, next_sync_at: null };

  test('the stored credentials can be tried again, and the failure counts until they work', async () => {
    const { crm, source, connection_id } = await watched(1);
    const told_at = later(-60_000);
    await source.set(
      `state = 'sign_in', failed_for = 'auth', failures = 3, next_sync_at = null,
       failing_since = $2, told_at = $2`,
      told_at,
    );
    const answer = await crm.app.crm.resume.mutate({ connection_id });
    expect(answer).toMatchObject({ state: 'failing', consecutive_failures: 3 });
    expect(answer.next_sync_at).toBe(api().clock.now().toISOString());
    expect(await crm.row(connection_id)).toMatchObject({ told_at, next_cause: 'person' });
    expect((await crm.audits(connection_id)).map(({ action }) => action)).toContain('crm.resumed');
    expect(await source.synchronize()).toBe('ok');
    const { state, failing_since } = await crm.app.crm.getConnection.query({ connection_id });
    expect([state, failing_since]).toEqual(['up_to_date', null]);
  });

  test('an admin without the right schnittstellen cannot', async () => {
    const crm = await CrmTeam.make(api());
    const row = { ...refused, failing_since: later(-60_000) };
    const connection_id = await insertConnection(crm.team, row);
    const admin = await makeSession(crm.team, await crm.team.addMember({ role: 'admin' }));
    expect(await codeOf(admin.app.crm.resume.mutate({ connection_id }))).toBe('forbidden');
    expect((await crm.row(connection_id)).state).toBe('sign_in');
  });
});
