import { expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { keepAllSums } from '../../src/worker/analytics/keep-all-sums.ts';
import { useApi } from '../harness/use-api.ts';
import { TeamHistory } from './harness/team-history.ts';

const api = useApi();
const total = 60;
const evaluation = {
  closing: total,
  conversation_control: total,
  needs_analysis: total,
  objection_handling: total,
  value_argument: total,
  total,
};

/** A team with a kept sum and a change that the sums do not have yet. */
async function changedTeam(name: string): Promise<TeamHistory> {
  const history = new TeamHistory(api().sql, name, api().clock.now().getTime());
  await history.start(2);
  const session = { status: 'scored', created_at: history.now - DAY_MS, evaluation };
  await history.record([{ member: 0, ...session }]);
  await history.keep();
  await history.record([{ member: 1, ...session }]);
  return history;
}

async function keepAll(): Promise<{ tenant_id?: string; msg: string; err?: { code: string } }[]> {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  await keepAllSums({ pool: api().sql, clock: api().clock, log });
  return lines.map((line) => JSON.parse(line));
}

async function notesOf({ sql, tenantId }: TeamHistory): Promise<number> {
  const { rowCount } = await sql.query('select from analytics_change where tenant_id = $1', [
    tenantId,
  ]);
  return rowCount ?? 0;
}

test('sums that cannot be kept are logged with their team each time, and the sums of other teams are kept', async () => {
  const [broken, other] = [await changedTeam('ten_broken'), await changedTeam('ten_other')];
  await api().sql.query(
    `create function refuse() returns trigger language plpgsql as $$
     begin if new.tenant_id = 'ten_broken' then raise exception 'no'; end if; return new; end $$;
     create trigger refuse before insert on analytics_sum for each row execute function refuse()`,
  );
  const failure = {
    tenant_id: 'ten_broken',
    msg: 'the sums of analytics could not be kept',
    err: expect.objectContaining({ code: 'P0001' }),
  };
  expect(await keepAll()).toEqual([expect.objectContaining(failure)]);
  expect([(await notesOf(broken)) > 0, await notesOf(other)]).toEqual([true, 0]);
  expect(await keepAll()).toEqual([expect.objectContaining(failure)]);
  await api().sql.query('drop function refuse() cascade');
  expect(await keepAll()).toEqual([]);
  expect(await notesOf(broken)).toBe(0);
});

test('a worker leaves out a team whose sums another worker keeps, and logs nothing', async () => {
  const taken = await changedTeam('ten_taken');
  await taken.inTransaction(async (client) => {
    await client.query('select from analytics_state where tenant_id = $1 for update', [
      taken.tenantId,
    ]);
    expect(await keepAll()).toEqual([]);
    expect(await notesOf(taken)).toBeGreaterThan(0);
  });
  expect(await keepAll()).toEqual([]);
  expect(await notesOf(taken)).toBe(0);
});

test('the daily comparison makes the sums of a member who has sessions but none, and logs it', async () => {
  const history = await changedTeam('ten_lacking');
  await keepAll();
  const sums = async () => {
    const { rows } = await history.sql.query(
      'select distinct member_id from analytics_sum where tenant_id = $1 order by 1',
      [history.tenantId],
    );
    return rows.map(({ member_id }) => member_id);
  };
  const members = await sums();
  expect(members).toHaveLength(2);
  await history.sql.query('delete from analytics_sum where tenant_id = $1 and member_id = $2', [
    history.tenantId,
    members[0],
  ]);
  api().clock.travel(25 * 60 * MINUTE_MS);
  history.pass(25 * 60 * MINUTE_MS);
  // Each round compares one team, and the next round makes its sums.
  const lines = [];
  for (let round = 0; round < 5; round += 1) lines.push(...(await keepAll()));
  const wrong = { tenant_id: 'ten_lacking', members: 1 };
  expect(lines).toContainEqual(
    expect.objectContaining({ ...wrong, msg: 'the sums of a team were wrong, and are made anew' }),
  );
  expect(await sums()).toEqual(members);
});
