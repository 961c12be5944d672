import { expect, test } from 'vitest';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime } from '../harness/connection.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const DAILY = 1440;

/** A connection that has read everything, and reads changes once a day. */
async function calmCrm(settings = {}): Promise<PlainCrm> {
  const row = { every_minutes: DAILY, settings };
  const crm = await PlainCrm.of(await makeTeam(api()), row);
  crm.deals = [aDeal('1'), aDeal('2'), aDeal('3')];
  crm.pageSize = 2;
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({ read_to: null, next_in: DAILY });
  for (const deal of crm.deals) deal.changedAt = new Date();
  return crm;
}

/** Lets time pass for what the engine has noted. */
async function pass(crm: PlainCrm, minutes: number): Promise<void> {
  for (const change of [
    `update crm_cursor set until = until - m, since = since - m, opened_at = opened_at - m`,
    `update crm_sync_run set started_at = started_at - m`,
    `update crm_connection set synced_at = synced_at - m, full_at = full_at - m`,
  ]) {
    const text = change.replaceAll('- m', `- interval '${minutes} min'`);
    const key = change.includes('crm_connection') ? 'id' : 'connection_id';
    await api().sql.query(`${text} where ${key} = $1`, [crm.connectionId]);
  }
}

/** Synchronizes with a wait of six minutes for the quota. */
async function synchronizeAfterWait(crm: PlainCrm): Promise<void> {
  crm.before = () => {
    throw new QuotaWait(60_000);
  };
  expect(await crm.synchronize()).toBe('waiting');
  await pass(crm, 6);
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
}

async function expectCaughtUp(crm: PlainCrm, behindMinutes: number): Promise<void> {
  const row = await crm.row();
  const readTo = row.read_to;
  if (!(readTo instanceof Date)) throw new Error('the connection does not say how far it was read');
  expect(Math.round((Date.now() - readTo.getTime()) / 60_000)).toBe(behindMinutes);
  // The person who has asked waits for the next run too.
  expect(row).toMatchObject({ next_in: 0, next_cause: 'person', failures: 0 });
  crm.deals.push(aDeal('new', { changedAt: new Date(Date.now() - 30_000) }));
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toContain('new');
  expect(await crm.row()).toMatchObject({ read_to: null, next_in: DAILY, next_cause: 'schedule' });
}

test.each([
  ['14 minutes', 14],
  ['a moment', 0],
])(
  'after a run that goes on with one that failed %s before, the next begins at once',
  async (_, minutes) => {
    const crm = await calmCrm();
    crm.before = ({ after }) => {
      if (after !== null) throw new CrmFailure('unavailable', { status: 503 });
    };
    expect(await crm.synchronize()).toBe('failed');
    await pass(crm, minutes);
    crm.before = () => undefined;
    await crm.set("next_cause = 'person'");
    expect(await crm.synchronize()).toBe('ok');
    await expectCaughtUp(crm, minutes);
  },
);

test('the same after a run that a stopped worker, or a wait for the quota, has held up', async () => {
  const crm = await calmCrm();
  const stopping = new AbortController();
  crm.before = () => stopping.abort();
  const limits = { ...allTheTime, signal: stopping.signal };
  expect(await synchronize(crm.deps(), await crm.claim(), limits)).toBe('yielded');
  await pass(crm, 2);
  await crm.set("next_cause = 'person'");
  await synchronizeAfterWait(crm);
  await expectCaughtUp(crm, 8);
});

test('if the next run is held up too, the one after it comes in a quarter of an hour', async () => {
  const crm = await calmCrm();
  await synchronizeAfterWait(crm);
  expect(await crm.row()).toMatchObject({ next_in: 0 });
  await synchronizeAfterWait(crm);
  expect(await crm.row()).toMatchObject({ next_in: 15, read_to: expect.any(Date) });
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({ read_to: null, next_in: DAILY });
});

test('notes that were switched on during a run are read at once after it', async () => {
  const crm = await calmCrm();
  crm.notes = [aNote('n1', '1', 'price')];
  crm.before = ({ after }) => {
    if (after !== null) throw new QuotaWait(60_000);
  };
  expect(await crm.synchronize()).toBe('waiting');
  crm.before = () => undefined;
  await crm.set("settings = settings || jsonb_build_object('notes', true)");
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({ next_in: 0 });
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.objections()).toEqual(['note n1 price']);
  expect(await crm.row()).toMatchObject({ read_to: null, next_in: DAILY });
});
