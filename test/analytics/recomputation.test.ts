import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runs } from '../harness/rounds.ts';
import { useApi } from '../harness/use-api.ts';
import {
  age,
  analyticsOf,
  createdAt,
  evaluation,
  memberId,
  now,
  store,
} from './harness/analytics-team.ts';
import {
  type RawMember,
  type RawSession,
  type RawTeam,
  recomputeAnalytics,
} from './harness/recompute-analytics.ts';

const api = useApi();

const session = fc.record({
  member: fc.nat(),
  status: fc.constantFrom('scored', 'scored', 'scored', 'completed', 'in_progress', 'aborted'),
  age,
  /** A Monday at midnight, or a millisecond before. */
  onBorder: fc.constantFrom(null, null, 0, -1),
  evaluation: fc.option(evaluation, { freq: 8 }),
});

const generated = fc.record({
  now,
  statuses: fc.array(
    fc.constantFrom('active', 'active', 'active', 'active', 'removed', 'invited'),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  sessions: fc.array(session, { maxLength: 60 }),
  memberDetail: fc.constantFrom(true, true, true, false),
  leaderboard: fc.constantFrom(true, true, true, false),
});

type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;

function rawTeam(drawn: Generated): RawTeam {
  const members = drawn.statuses.map((status, i): RawMember => ({ id: memberId(i), status }));
  const sessions = drawn.sessions.map(
    ({ member, status, age, onBorder, evaluation }): RawSession => ({
      member_id: memberId(member % members.length),
      status,
      created_at: createdAt(drawn.now, age, onBorder),
      evaluation,
    }),
  );
  return { members, sessions, memberDetail: drawn.memberDetail, leaderboard: drawn.leaderboard };
}

/** Five members with the same sessions and totals. */
function teamOfFive(sessions: { at: number; total: number }[]): RawTeam {
  const ids = [0, 1, 2, 3, 4].map(memberId);
  return {
    members: ids.map((id) => ({ id, status: 'active' })),
    sessions: ids.flatMap((member_id) =>
      sessions.map(({ at, total }) => ({
        member_id,
        status: 'scored',
        created_at: at,
        evaluation: {
          closing: total,
          conversation_control: total,
          needs_analysis: total,
          objection_handling: total,
          value_argument: total,
          total,
        },
      })),
    ),
    memberDetail: true,
    leaderboard: true,
  };
}

test('analytics in SQL equal those of a plain recomputation over the raw rows (D138, D139)', async () => {
  let teams = 0;
  // All teams are in the same tables.
  const property = fc.asyncProperty(generated, async (drawn) => {
    teams += 1;
    const tenantId = `ten_${teams}`;
    const team = rawTeam(drawn);
    await store(api().sql, tenantId, team);
    const computed = await analyticsOf(team, { tenantId, now: drawn.now, queryable: api().sql });
    expect(computed).toEqual(recomputeAnalytics(team, drawn.now));
  });
  await fc.assert(property, { numRuns: runs({ few: 100, all: 300 }) });
});

test('a difference of averages that is exactly a half is rounded as a half', async () => {
  const tenantId = 'ten_half';
  const now = Date.parse('2026-11-18T09:00:00.000Z');
  // 1/3 - 847/12 = -70.25, but PostgreSQL cuts an average after some digits.
  const lately = [0, 0, 1].map((total) => ({ at: now - DAY_MS, total }));
  const before = [...Array(11).fill(70), 77].map((total) => ({ at: now - 40 * DAY_MS, total }));
  const team = teamOfFive([...lately, ...before]);
  await store(api().sql, tenantId, team);
  const computed = await analyticsOf(team, { tenantId, now, queryable: api().sql });
  expect(computed).toEqual(recomputeAnalytics(team, now));
  expect(computed).toHaveProperty('members.0.trend_delta', -70.3);
});

test('a database session in another time zone counts the same weeks and days', async () => {
  const tenantId = 'ten_zone';
  const now = Date.parse('2026-04-05T23:30:00.000Z');
  // In Berlin, thirty calendar days that contain the change to summer time are an hour shorter.
  const shifts = Array.from({ length: 40 }, (_, i) => (i - 20) * 600_000);
  const team = teamOfFive(
    shifts.map((shift, i) => ({ at: now - 30 * DAY_MS + shift, total: (i * i) % 101 })),
  );
  await store(api().sql, tenantId, team);
  const queryable = await api().sql.connect();
  try {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'UTC']) {
      await queryable.query(`set timezone to '${zone}'`);
      const computed = await analyticsOf(team, { tenantId, now, queryable });
      expect(computed).toEqual(recomputeAnalytics(team, now));
    }
  } finally {
    await queryable.query(`set timezone to 'UTC'`);
    queryable.release();
  }
});
