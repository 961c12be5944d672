import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import {
  insertDelivery,
  insertEndpoint,
  insertScoredTraining,
  triedOnce,
} from '../harness/rows.ts';
import { insertSandbox, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 10_000 });
  owner = await makeSession(team, team.owner);
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const now = () => api().clock.now().getTime();
const ago = (minutes: number) => new Date(now() - minutes * MINUTE_MS);
type Input = Parameters<typeof owner.app.pulse.get.query>[0];
const pulse = (input: Input = {}) => owner.app.pulse.get.query(input);

/** The part of the pulse that people with the interfaces see. */
async function lanes(input: Input = {}) {
  const { interfaces, ...line } = await pulse(input);
  if (!interfaces) throw new Error('The owner sees the interfaces');
  return { ...interfaces, ...line };
}

describe('the pulse counts what the lists have', () => {
  test('requests, by how they ended', async () => {
    await team.request('GET', '/me');
    await team.request('GET', '/trainings?limit=x');
    await team.request('GET', '/users');
    const list = async () => (await owner.app.requestLog.list.query({})).data;
    await until('the lines are written', async () => (await list()).length === 3);
    const listed = await list();
    const { requests, bars, step_s } = await lanes();
    expect(step_s).toBe(1200);
    expect(bars.length).toBeGreaterThanOrEqual(71);
    expect(sum(requests.ok)).toBe(listed.filter(({ code }) => code === null).length);
    expect(sum(requests.rejected)).toBe(1);
    expect(sum(requests.limited) + sum(requests.server)).toBe(0);
    // All of them belong to the newest bar, or to the one before.
    expect(sum(requests.ok.slice(-2))).toBe(2);
  });

  test('deliveries at the time of their event, as their badges divide them, and each event once', async () => {
    const [one, other] = [await insertEndpoint(team), await insertEndpoint(team)];
    const ended = { ended_at: ago(0) };
    const at = ago(100);
    const add = (endpoint_id: string, row: object) =>
      insertDelivery(team, { endpoint_id, created_at: at, ...row });
    const first = await add(one, { status: 'ok', ...ended });
    await add(one, { status: 'gave_up', attempt: 8, ...ended });
    await add(one, triedOnce);
    await add(one, { next_try_at: triedOnce.next_try_at });
    const off = await insertEndpoint(team, { status: 'disabled' });
    await add(off, { next_try_at: triedOnce.next_try_at });
    const { rows } = await api().sql.query<{ event_id: string }>(
      'select event_id from webhook_delivery where id = $1',
      [first],
    );
    const second = await add(other, { status: 'ok', ...ended });
    await api().sql.query('update webhook_delivery set event_id = $2 where id = $1', [
      second,
      rows[0]?.event_id,
    ]);
    // Older than a day: not counted.
    await insertDelivery(team, {
      endpoint_id: one,
      created_at: ago(25 * 60),
      ...ended,
      status: 'ok',
    });
    const { deliveries, events, bars, step_s } = await lanes();
    const bar = bars.findIndex(
      (begin) =>
        Date.parse(begin) <= at.getTime() && at.getTime() < Date.parse(begin) + step_s * 1000,
    );
    const inBar = (values: readonly number[]) => values[bar];
    const { ok, failed, waiting, needs } = deliveries;
    expect([ok, failed, waiting, needs, events].map(inBar)).toEqual([2, 1, 1, 2, 5]);
    expect(sum(deliveries.ok)).toBe(2);
    // Eight attempts of the one that was given up.
    expect(inBar(deliveries.retries)).toBe(7);
    const from = bars[bar];
    const to = new Date(Date.parse(String(from)) + step_s * 1000).toISOString();
    type Status = 'ok' | 'gave_up' | 'queued' | 'retrying' | 'held';
    const listed = async (status: Status) =>
      (await owner.app.webhooks.listAllDeliveries.query({ from, to, status })).data.length;
    expect([await listed('ok'), await listed('gave_up'), await listed('queued')]).toEqual([
      2, 1, 1,
    ]);
    expect([await listed('retrying'), await listed('held')]).toEqual([1, 1]);
  });

  test('a part of the day, in shorter bars that begin at round times', async () => {
    const [since, until] = [ago(120).toISOString(), ago(80).toISOString()];
    const { deliveries, bars, step_s } = await lanes({ since, until });
    expect(step_s).toBe(60);
    expect(sum(deliveries.ok)).toBe(2);
    expect(bars.every((begin) => Date.parse(begin) % MINUTE_MS === 0)).toBe(true);
    expect(Date.parse(bars[0] ?? '')).toBeLessThanOrEqual(Date.parse(since));
  });

  test('a period longer than a day, or one that ends before it begins, is the day before its end', async () => {
    const since = new Date(now() - 10 * DAY_MS).toISOString();
    const { bars } = await pulse({ since });
    expect(bars.length).toBeLessThanOrEqual(73);
    expect(now() - Date.parse(bars[0] ?? '')).toBeLessThanOrEqual(DAY_MS);
    const turned = await pulse({ since: ago(1).toISOString(), until: ago(60).toISOString() });
    expect(turned.step_s).toBe(1200);
  });

  test('a period of the first days of the calendar is empty', async () => {
    for (const until of ['0001-01-01T00:00:00Z', '0001-01-01T12:00:00Z', '1969-12-31T23:59:30Z']) {
      for (const since of [undefined, '0001-01-01T00:00:00Z']) {
        const { requests, deliveries, bars, ...line } = await lanes({ since, until });
        expect([until, bars.length, line.until]).toEqual([until, 71, '2000-01-01T00:00:00.000Z']);
        expect(sum([...requests.ok, ...requests.rejected, ...deliveries.ok])).toBe(0);
      }
    }
  });

  test("bars begin at round times of the team's zone, also where it differs by half an hour", async () => {
    await team.api.sql.query(`update tenant set time_zone = 'Asia/Kolkata' where id = $1`, [
      team.tenantId,
    ]);
    const { bars } = await pulse();
    const offset = HOUR_MS / 2;
    expect(bars.every((begin) => (Date.parse(begin) + offset) % (20 * MINUTE_MS) === 0)).toBe(true);
    await team.api.sql.query(`update tenant set time_zone = 'UTC' where id = $1`, [team.tenantId]);
  });
});

describe('the pulse has the rights and the privacy of the lists', () => {
  test('an admin without the interfaces gets the trainings instead, while member detail is on', async () => {
    const member = await team.addMember({ role: 'admin' });
    const admin = await makeSession(team, member);
    await insertScoredTraining(team, { member_id: member.memberId });
    const { interfaces, trainings } = await admin.app.pulse.get.query({});
    expect(interfaces).toBeNull();
    expect(trainings).not.toBeNull();
    await team.set({ member_detail_enabled: false });
    try {
      expect((await admin.app.pulse.get.query({})).trainings).toBeNull();
      expect((await pulse()).interfaces).not.toBeNull();
    } finally {
      await team.set({ member_detail_enabled: true });
    }
  });

  test('a member gets nothing', async () => {
    const session = await makeSession(team, await team.addMember({ role: 'member' }));
    expect(await codeOf(session.app.pulse.get.query({}))).toBe('forbidden');
  });

  test('a sandbox has a pulse of its own', async () => {
    const id = await insertSandbox(team);
    const sandbox = new TestTeam(api(), id, team.owner);
    const visitor = await visit(sandbox, team.owner);
    const { interfaces } = await visitor.app.pulse.get.query({});
    expect(interfaces && sum(interfaces.deliveries.ok) + sum(interfaces.requests.ok)).toBe(0);
  });
});
