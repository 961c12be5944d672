import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { Privacy } from '../../../src/auth/privacy.ts';
import { type Queryable, TeamDb } from '../../../src/db/team-db.ts';
import { getAnalyticsSeries } from '../../../src/features/analytics/get-analytics-series.ts';
import { getTeamAnalytics } from '../../../src/features/analytics/get-team-analytics.ts';
import { getTeamFigures } from '../../../src/features/analytics/get-team-figures.ts';
import { listMemberAnalytics } from '../../../src/features/analytics/list-member-analytics.ts';
import type { RequestCall } from '../../../src/operation/call.ts';
import { DAY_MS, WEEK_MS } from '../../../src/shared/time/durations.ts';
import type { Periods, RawTeam } from './recompute-analytics.ts';

/** Moments at which a week, a day, a year or Europe's clock changes, and ordinary ones. */
export const now = fc
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

/** The age of a session, often exactly at the border of a period or a week. */
export const age = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 7, 14, 30, 60, 70, 77, 84), fc.constantFrom(-1, 0, 1))
    .map(([days, shift]) => days * DAY_MS + shift),
  fc.integer({ min: 0, max: 100 * DAY_MS }),
  fc.integer({ min: 0, max: 3 * 365 * DAY_MS }),
);

const points = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 59, 60, 100));

export const evaluation = fc.record({
  closing: points,
  conversation_control: points,
  needs_analysis: points,
  objection_handling: points,
  value_argument: points,
  total: fc.option(points, { freq: 5 }),
});

/** These ids also sort as text: members with equal averages are listed by id. */
export const memberId = (n: number) => `mem_${String(n).padStart(2, '0')}`;

export function createdAt(at: number, age: number, onBorder: number | null): number {
  if (onBorder === null) return at - age;
  const monday = 4 * DAY_MS;
  return Math.floor((at - age - monday) / WEEK_MS) * WEEK_MS + monday + onBorder;
}

export async function store(
  sql: pg.Pool,
  tenantId: string,
  { members, sessions }: RawTeam,
): Promise<void> {
  const rows = (table: string, records: object[]) =>
    sql.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, r)).*
       from jsonb_array_elements($1::jsonb) r`,
      [JSON.stringify(records.map((record) => ({ tenant_id: tenantId, ...record })))],
    );
  const long_ago = '2020-01-01T00:00:00Z';
  const input = { role: 'member', lang: 'de', created_through: 'app' };
  const person = { ...input, rights: [], former_addresses: [] };
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

type Place = { tenantId: string; now: number; queryable: Queryable };

function callOf(team: RawTeam, { tenantId, now, queryable }: Place): RequestCall {
  const privacy = Privacy.of({
    member_detail_enabled: team.memberDetail,
    leaderboard_enabled: team.leaderboard,
  });
  const key = createSecretKey(Buffer.alloc(32));
  return {
    db: new TeamDb(queryable, tenantId),
    actor: { kind: 'system', tenantId, privacy },
    now: new Date(now),
    requestId: null,
    ip: null,
    language: 'de',
    cursorKey: key,
    secretKey: key,
    urlChecker: { check: () => Promise.reject(new Error('not to be asked')) },
  };
}

/** The product's analytics of a team, computed on `queryable`. */
export async function analyticsOf(team: RawTeam, place: Place): Promise<unknown> {
  return (await getTeamAnalytics(callOf(team, place))).toJSON();
}

/** What the app shows of each member and, of all who have trained and of the active members alone, by week and in all. */
export async function appAnalyticsOf(team: RawTeam, place: Place, periods?: Periods) {
  const call = callOf(team, place);
  const span = ([from, to]: Periods['period']) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  const period = periods && { period: span(periods.period) };
  const before = periods && { before: span(periods.before) };
  const page = { sort: 'avg_score', order: 'desc', limit: 200, offset: 0 } as const;
  const input = { ...page, ...period, ...before };
  const { data } = await listMemberAnalytics(call, input);
  const members = data.map(({ name, email, user_id, ...numbers }) => numbers);
  const counted = [];
  for (const only_active of [false, true]) {
    const series = await getAnalyticsSeries(call, { only_active, ...period });
    counted.push({ series, figures: await getTeamFigures(call, { only_active, ...period }) });
  }
  return { members, counted };
}
