import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';
import { getTeamAnalytics } from '../../src/features/analytics/get-team-analytics.ts';
import { useApi } from '../harness/use-api.ts';
import {
  type RawMember,
  type RawSession,
  type RawTeam,
  recomputeAnalytics,
} from './harness/recompute-analytics.ts';

const api = useApi();

const DAY = 24 * 60 * 60 * 1000;

/** Moments at which a week, a day, a year or the clock in Europe changes, and ordinary ones. */
const now = fc
  .tuple(
    fc.constantFrom(
      '2026-11-18T09:00:00.000Z',
      '2026-01-01T00:00:00.000Z', // a Thursday: ISO week 1
      '2027-01-01T00:00:00.000Z', // a Friday: still ISO week 53
      '2024-12-30T00:00:00.000Z', // a Monday: ISO week 1 of the next year
      '2026-03-29T01:00:00.000Z', // summer time begins
      '2026-10-25T01:00:00.000Z', // summer time ends
      '2028-02-29T12:00:00.000Z',
    ),
    fc.constantFrom(-1, 0, 1),
  )
  .map(([at, shift]) => Date.parse(at) + shift);

/** The age of a session, often exactly at the border of a period or week. */
const age = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 7, 14, 30, 60, 70, 77, 84), fc.constantFrom(-1, 0, 1))
    .map(([days, shift]) => days * DAY + shift),
  fc.integer({ min: 0, max: 100 * DAY }),
  fc.integer({ min: 0, max: 3 * 365 * DAY }),
);

const points = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 59, 60, 100));

const evaluation = fc.record({
  closing: points,
  conversation_control: points,
  needs_analysis: points,
  objection_handling: points,
  value_argument: points,
  total: fc.option(points, { freq: 5 }),
});

const session = fc.record({
  member: fc.nat(),
  status: fc.constantFrom('scored', 'scored', 'scored', 'completed', 'in_progress', 'aborted'),
  age,
  /** A Monday at midnight, or a millisecond before it. */
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

/** Sorts also as text, since equal members are listed by id. */
const memberId = (n: number) => `mem_${String(n).padStart(2, '0')}`;

function createdAt(at: number, age: number, onBorder: number | null): number {
  if (onBorder === null) return at - age;
  const monday = 4 * DAY;
  return Math.floor((at - age - monday) / (7 * DAY)) * 7 * DAY + monday + onBorder;
}

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

async function store(tenantId: string, { members, sessions }: RawTeam): Promise<void> {
  const rows = (table: string, records: object[]) =>
    api().sql.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, r)).*
       from jsonb_array_elements($1::jsonb) r`,
      [JSON.stringify(records.map((record) => ({ tenant_id: tenantId, ...record })))],
    );
  const long_ago = '2020-01-01T00:00:00Z';
  const person = { role: 'member', lang: 'de', rights: [], created_through: 'app' };
  await rows(
    'member',
    members.map(({ id, status }) => ({
      ...person,
      id,
      status,
      email: `${id}@example.com`,
      created_at: long_ago,
      ...(status === 'invited' ? {} : { user_id: `usr_${id}`, joined_at: long_ago }),
      ...(status === 'removed' ? { removed_at: long_ago } : {}),
    })),
  );
  const dated = sessions.map((own, i) => ({
    id: `trn_${i}`,
    source: 'app',
    ...own,
    created_at: new Date(own.created_at).toISOString(),
  }));
  await rows('training', dated);
  await rows(
    'evaluation',
    dated.flatMap(({ id, created_at, evaluation }) =>
      evaluation
        ? [{ training_id: id, tips: [], created_at, updated_at: created_at, ...evaluation }]
        : [],
    ),
  );
}

/** The product's analytics of a team, computed on `queryable`. */
async function analyticsOf(
  team: RawTeam,
  place: { tenantId: string; now: number; queryable: Queryable },
): Promise<unknown> {
  const { tenantId, now, queryable } = place;
  const { memberDetail: memberDetailEnabled, leaderboard: leaderboardEnabled } = team;
  const key = createSecretKey(Buffer.alloc(32));
  const json = await getTeamAnalytics({
    db: new TeamDb(queryable, tenantId),
    actor: { kind: 'system', tenantId, privacy: { memberDetailEnabled, leaderboardEnabled } },
    now: new Date(now),
    requestId: null,
    ip: null,
    language: 'de',
    cursorKey: key,
    secretKey: key,
    urlChecker: { check: () => Promise.reject(new Error('not to be asked')) },
  });
  return json.toJSON();
}

/** Five members with the same sessions, a total for each. */
function fiveWith(sessions: { at: number; total: number }[]): RawTeam {
  const ids = [0, 1, 2, 3, 4].map(memberId);
  return {
    members: ids.map((id) => ({ id, status: 'active' })),
    sessions: ids.flatMap((member_id) =>
      sessions.map(({ at, total }) => ({
        member_id,
        status: 'scored',
        created_at: at,
        evaluation: {
          ...{ closing: total, conversation_control: total, needs_analysis: total },
          ...{ objection_handling: total, value_argument: total, total },
        },
      })),
    ),
    memberDetail: true,
    leaderboard: true,
  };
}

test('analytics computed in SQL are those of a plain recomputation over the raw rows (D138, D139)', async () => {
  let teams = 0;
  // All teams have their rows in the same tables.
  const property = fc.asyncProperty(generated, async (drawn) => {
    teams += 1;
    const tenantId = `ten_${teams}`;
    const team = rawTeam(drawn);
    await store(tenantId, team);
    const computed = await analyticsOf(team, { tenantId, now: drawn.now, queryable: api().sql });
    expect(computed).toEqual(recomputeAnalytics(team, drawn.now));
  });
  await fc.assert(property, { numRuns: 300 });
}, 60_000);

test('a difference of averages that is exactly a half is rounded as one', async () => {
  const tenantId = 'ten_half';
  const now = Date.parse('2026-11-18T09:00:00.000Z');
  // 1/3 - 847/12 = -70.25, but an average of PostgreSQL is cut after some digits.
  const lately = [0, 0, 1].map((total) => ({ at: now - DAY, total }));
  const before = [...Array(11).fill(70), 77].map((total) => ({ at: now - 40 * DAY, total }));
  const team = fiveWith([...lately, ...before]);
  await store(tenantId, team);
  const computed = await analyticsOf(team, { tenantId, now, queryable: api().sql });
  expect(computed).toEqual(recomputeAnalytics(team, now));
  expect(computed).toHaveProperty('members.0.trend_delta', -70.3);
});

test('a database session in another time zone counts the same weeks and days', async () => {
  const tenantId = 'ten_zone';
  const now = Date.parse('2026-04-05T23:30:00.000Z');
  // Thirty days that hold the change to summer time are an hour shorter on a wall clock.
  const around = Array.from({ length: 40 }, (_, i) => (i - 20) * 600_000);
  const team = fiveWith(
    around.map((shift, i) => ({ at: now - 30 * DAY + shift, total: (i * i) % 101 })),
  );
  await store(tenantId, team);
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
