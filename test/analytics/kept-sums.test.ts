import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { compareSums } from '../../src/features/analytics/compare-sums.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runs } from '../harness/rounds.ts';
import { sourcesIn } from '../harness/sources.ts';
import { useApi } from '../harness/use-api.ts';
import { age, createdAt, evaluation, now } from './harness/analytics-team.ts';
import { TeamHistory } from './harness/team-history.ts';

const api = useApi();

const HOUR = DAY_MS / 24;
let teams = 0;

async function newTeam({ members = 6, now = Date.parse('2026-11-18T09:20:00.000Z') } = {}) {
  teams += 1;
  const history = new TeamHistory(api().sql, `ten_sums_${teams}`, now);
  await history.start(members);
  return history;
}

const points = (total: number) => ({
  closing: total,
  conversation_control: total,
  needs_analysis: total,
  objection_handling: total,
  value_argument: total,
  total,
});

/** Whether the answer comes from the sums: the test spoils the sums and looks whether it changes. */
async function usesSums({ sql, tenantId, now }: TeamHistory): Promise<boolean> {
  const { rows } = await sql.query(
    'select from analytics_state where tenant_id = $1 and kept_until <= $2',
    [tenantId, new Date(now)],
  );
  return rows.length > 0;
}

const session = fc.record({
  member: fc.nat(20),
  status: fc.constantFrom('scored', 'scored', 'scored', 'completed', 'in_progress'),
  age: fc.oneof(age, fc.integer({ min: 0, max: 5 * HOUR })),
  onBorder: fc.constantFrom(null, null, 0, -1),
  evaluation: fc.option(evaluation, { freq: 6 }),
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant('record' as const),
    sessions: fc.array(session, { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant('record unnoted' as const), member: fc.nat(20), evaluation }),
  fc.record({ kind: fc.constant('evaluate' as const), session: fc.nat(), evaluation }),
  fc.record({ kind: fc.constant('erase' as const), member: fc.nat(20) }),
  fc.record({ kind: fc.constant('change status' as const), member: fc.nat(20) }),
  fc.record({
    kind: fc.constant('time passes' as const),
    ms: fc.oneof(
      fc.integer({ min: 0, max: 3 * HOUR }),
      fc.integer({ min: 0, max: 40 * DAY_MS }),
      fc.constantFrom(-HOUR, -10 * DAY_MS, 8 * DAY_MS),
    ),
  }),
  fc.record({ kind: fc.constant('keep' as const) }),
  fc.record({ kind: fc.constant('keep' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(history: TeamHistory, step: Step): Promise<void> {
  switch (step.kind) {
    case 'record':
      return history.record(
        step.sessions.map(({ age, onBorder, ...own }) => ({
          ...own,
          created_at: createdAt(history.now, age, onBorder),
        })),
      );
    case 'record unnoted':
      return history.recordUnnoted(step.member, step.evaluation);
    case 'evaluate':
      return history.evaluate(step.session, step.evaluation);
    case 'erase':
      return history.erase(step.member);
    case 'change status':
      return history.changeStatus(step.member);
    case 'time passes':
      return history.pass(step.ms);
    case 'keep':
      return history.keep();
  }
}

/** Two periods: how long ago they ended, and how long they are. */
const ends = fc.tuple(age, fc.oneof(fc.integer({ min: 0, max: 40 * DAY_MS }), age));
const periodsAt = (now: number, [period, before]: [[number, number], [number, number]]) => {
  const at = ([ago, length]: [number, number]) => [now - ago - length, now - ago] as const;
  return { period: at(period), before: at(before) };
};

test('analytics from the kept sums equal those of a plain recomputation, whatever has happened', async () => {
  let fromSums = 0;
  const property = fc.asyncProperty(
    now,
    fc.array(session, { maxLength: 40 }),
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.record({ memberDetail: fc.boolean(), leaderboard: fc.boolean() }),
    fc.tuple(ends, ends),
    async (now, sessions, steps, switches, chosen) => {
      const history = await newTeam({ now });
      Object.assign(history.team, switches);
      await take(history, { kind: 'record', sessions });
      await history.keep();
      for (const step of steps) {
        await take(history, step);
        const [answered, recomputed] = await history.answers();
        expect(answered).toEqual(recomputed);
        if (await usesSums(history)) fromSums += 1;
      }
      for (const periods of [undefined, periodsAt(history.now, chosen)]) {
        const [answered, recomputed] = await history.trpcAnswers(periods);
        expect(answered).toEqual(recomputed);
      }
    },
  );
  const numRuns = runs({ few: 30, all: 120 });
  await fc.assert(property, { numRuns });
  expect(fromSums).toBeGreaterThan(numRuns);
});

test('a change that commits while the sums are made is not lost', async () => {
  const history = await newTeam();
  await history.record([{ member: 0, ...scored(history, 3 * DAY_MS, 40) }]);
  const late = { id: 'trn_late', member_id: 'mem_00', ...scored(history, 2 * DAY_MS, 90) };
  await history.inTransaction(async (client) => {
    await history.write(client, [late]);
    await history.keep();
  });
  history.team.sessions.push(late);
  const [answered, recomputed] = await history.answers();
  expect(answered).toEqual(recomputed);
  await history.keep();
  expect((await history.answers())[0]).toEqual(recomputed);
});

test('concurrent changes of a team wait neither for each other nor for the sums', async () => {
  const history = await newTeam();
  await history.record([{ member: 0, ...scored(history, 3 * DAY_MS, 40) }]);
  await history.keep();
  await history.inTransaction(async (client) => {
    const training = { id: 'trn_one', member_id: 'mem_01', ...scored(history, 2 * DAY_MS, 90) };
    await history.write(client, [training]);
    history.team.sessions.push(training);
    // The first transaction is still open.
    await history.record([{ member: 1, ...scored(history, 2 * DAY_MS, 80) }]);
    await history.keep();
    await history.record([{ member: 1, ...scored(history, 2 * DAY_MS, 70) }]);
  });
  const [answered, recomputed] = await history.answers();
  expect(answered).toEqual(recomputed);
});

test('only one of two workers makes the sums of a team', async () => {
  const history = await newTeam();
  await history.record([{ member: 0, ...scored(history, 3 * DAY_MS, 40) }]);
  const both = await Promise.allSettled([history.keep(), history.keep()]);
  await history.record([{ member: 1, ...scored(history, 3 * DAY_MS, 50) }]);
  both.push(...(await Promise.allSettled([history.keep(), history.keep(), history.keep()])));
  for (const one of both) {
    if (one.status === 'rejected') expect(['40001', '55P03']).toContain(one.reason.code);
  }
  const [answered, recomputed] = await history.answers();
  expect(answered).toEqual(recomputed);
});

test('a small team has no sums, and loses any that it has', async () => {
  const history = await newTeam();
  await history.record([{ member: 0, ...scored(history, 3 * DAY_MS, 40) }]);
  await history.keep(2);
  expect(await usesSums(history)).toBe(false);
  const notes = 'select from analytics_change where tenant_id = $1';
  expect((await history.sql.query(notes, [history.tenantId])).rows).toEqual([]);
});

test('if the clock was set back, sums of a later time, which lack older days, are not used', async () => {
  const history = await newTeam();
  const members = [0, 1, 2, 3, 4];
  await history.record(
    members.flatMap((member) => [
      { member, ...scored(history, 66.5 * DAY_MS, 40) },
      { member, ...scored(history, 12 * DAY_MS, 60 + member) },
    ]),
  );
  await history.keep();
  history.pass(-10 * DAY_MS);
  expect(await usesSums(history)).toBe(false);
  const [answered, recomputed] = await history.answers();
  expect(answered).toHaveProperty('members.0.trend_delta', 24);
  expect(answered).toEqual(recomputed);
});

test('the daily comparison finds a session that was changed by hand', async () => {
  const history = await newTeam();
  await history.record([
    { member: 0, ...scored(history, 3 * DAY_MS, 40) },
    { member: 1, ...scored(history, 3 * DAY_MS, 60) },
  ]);
  await history.keep();
  const compare = () => comparing(history);
  expect(await compare()).toBe(0);
  await history.sql.query(
    `update evaluation set total = 41 where tenant_id = $1 and training_id = 'trn_1'`,
    [history.tenantId],
  );
  Object.assign(history.team.sessions[0]?.evaluation ?? {}, { total: 41 });
  expect(await compare()).toBe(1);
  // The analytics read its sessions from then on, and a worker makes the sums again.
  const [answered, recomputed] = await history.answers();
  expect(answered).toEqual(recomputed);
  await history.keep();
  expect((await history.answers())[0]).toEqual(recomputed);
  expect(await compare()).toBe(0);
});

test('a change that still waits for its place in the sums does not count as made by hand', async () => {
  const history = await newTeam();
  await history.record([{ member: 0, ...scored(history, 3 * DAY_MS, 40) }]);
  await history.keep();
  await history.evaluate(0, points(70));
  expect(await comparing(history)).toBe(0);
  await history.keep();
  expect(await comparing(history)).toBe(0);
  const [answered, recomputed] = await history.answers();
  expect(answered).toEqual(recomputed);
});

function comparing({ sql, tenantId, now }: TeamHistory): Promise<number> {
  return inTeamSnapshot(sql, tenantId, (db) => compareSums(db, new Date(now)));
}

function scored({ now }: TeamHistory, age: number, total: number) {
  return { status: 'scored', created_at: now - age, evaluation: points(total) };
}

test('every file that writes trainings or evaluations notes the sessions', () => {
  const writes =
    /\b(insert into|update|delete from) (training|evaluation)\b|\b(training|evaluation)\.(create|update|upsert|delete)(Many)?\(|\bwriteRows\([^;]*\btraining:/;
  const silent = sourcesIn('src').filter(
    ({ text }) => writes.test(text) && !/\b(noteSessions|saveEvaluations)\(/.test(text),
  );
  expect(silent.map(({ file }) => file).sort()).toEqual([
    // These changes affect no number of the analytics.
    'src/features/assignments/change-assignment.ts',
    'src/features/erasure/erase-own-rows.ts',
    // New teams. Their sums are made later or, for a large team, at once.
    'src/seed/bulk/statements.ts',
    'src/seed/demo/fill-team.ts',
  ]);
});
