import type pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import type { Queryable } from '../../src/db/team-db.ts';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { keepSums, keptUntil } from '../../src/features/analytics/keep-sums.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { keepAllSums } from '../../src/worker/analytics/keep-all-sums.ts';
import { useApi } from '../harness/use-api.ts';
import { analyticsOf, appAnalyticsOf } from './harness/analytics-team.ts';

const api = useApi();

const tenantId = 'ten_large';
const now = Date.parse('2026-11-18T09:20:00.000Z');
const team = { members: [], sessions: [], memberDetail: true, leaderboard: true };
const [MEMBERS, SESSIONS] = [20, 30_000];

/** A team with a year of sessions, and a small team. */
beforeAll(async () => {
  for (const [tenant, sessions] of [
    [tenantId, SESSIONS],
    ['ten_small', 100],
  ] as const) {
    await api().sql.query(
      `insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at, joined_at)
       select $1, $1 || m, $1 || m, $1 || m || '@example.com', 'member', 'active', 'app', now(), now()
       from generate_series(0, ${MEMBERS - 1}) m`,
      [tenant],
    );
    await api().sql.query(
      `insert into training (tenant_id, id, member_id, status, created_at)
       select $1, $1 || g, $1 || g % ${MEMBERS}, 'scored',
         $2::timestamptz - g * interval '8760 hours' / $3::integer
       from generate_series(1, $3::integer) g`,
      [tenant, new Date(now), sessions],
    );
  }
  await api().sql.query(
    `insert into evaluation (tenant_id, training_id, closing, conversation_control, needs_analysis,
       objection_handling, value_argument, total, created_at, updated_at)
     select t.tenant_id, t.id, 50, 50, 50, 50, 50, 50, t.created_at, t.created_at from training t`,
  );
  await inTeamSnapshot(api().sql, tenantId, (db) => keepSums(db, keptUntil(new Date(now))));
  await api().sql.query('analyze');
});

type Node = {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Node[];
};

/** How many rows a statement reads of each table. */
function readRows(node: Node, found: Record<string, number> = {}): Record<string, number> {
  const table = node['Relation Name'];
  if (table) {
    found[table] = (found[table] ?? 0) + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);
  }
  for (const inner of node.Plans ?? []) readRows(inner, found);
  return found;
}

test.each([
  [
    'the analytics of the team',
    analyticsOf,
    { training: 60, evaluation: 60, analytics_sum: 3_000 },
  ],
  // The app also shows the newest session of each member, and the sums of a year's weeks.
  ['what the app shows', appAnalyticsOf, { training: 120, evaluation: 110, analytics_sum: 5_000 }],
  // The days of half a year ago have no sums: less than two weeks of sessions are read for a period, six times.
  [
    'a quarter of half a year ago, compared with the one before,',
    (some: typeof team, place: Parameters<typeof appAnalyticsOf>[1]) =>
      appAnalyticsOf(some, place, {
        period: [now - 270.3 * DAY_MS, now - 180.4 * DAY_MS],
        before: [now - 360.2 * DAY_MS, now - 270.3 * DAY_MS],
      }),
    { training: 8_500, evaluation: 8_500, analytics_sum: 3_000 },
  ],
  [
    'this month',
    (some: typeof team, place: Parameters<typeof appAnalyticsOf>[1]) =>
      appAnalyticsOf(some, place, {
        period: [Date.parse('2026-10-31T23:00:00Z'), now],
        before: [Date.parse('2026-09-30T22:00:00Z'), Date.parse('2026-10-18T23:00:00Z')],
      }),
    { training: 320, evaluation: 320, analytics_sum: 3_000 },
  ],
])('for a large team, %s reads its sums, and few of its sessions', async (_, answer, atMost) => {
  const found: Record<string, number> = {};
  const explaining = {
    async query(query: { text: string; values: unknown[] }) {
      const explain = `explain (analyze, format json, timing off) ${query.text}`;
      const { rows } = await api().sql.query({ text: explain, values: query.values });
      readRows(rows[0]['QUERY PLAN'][0].Plan, found);
      return api().sql.query(query as never);
    },
  };
  await answer(team, { tenantId, now, queryable: explaining as unknown as Queryable });
  expect(found.analytics_sum).toBeGreaterThan(100);
  for (const [table, most] of Object.entries(atMost)) {
    expect.soft(found[table], table).toBeLessThan(most);
  }
});

test('a worker looks up the teams whose sums lack a change, without reading all notes of a busy team', async () => {
  const { sql, clock } = api();
  await sql.query(
    `insert into analytics_change (tenant_id, at, id, member_id)
     select $1, now() + interval '1 hour', g, $1 || '1' from generate_series(1, 3000) g`,
    [tenantId],
  );
  await sql.query('analyze analytics_change');
  const found: Record<string, number> = {};
  const query = async (text: string | { text: string }, values?: unknown[]) => {
    if (typeof text === 'string' && text.includes('analytics_change')) {
      const { rows } = await sql.query(`explain (analyze, format json) ${text}`, values);
      readRows(rows[0]['QUERY PLAN'][0].Plan, found);
    }
    return sql.query(text as string, values);
  };
  const pool = { query, connect: () => sql.connect() } as unknown as pg.Pool;
  await keepAllSums({ pool, clock, log: createLogger('silent') });
  await sql.query('delete from analytics_change where tenant_id = $1', [tenantId]);
  expect(found.analytics_change).toBeLessThanOrEqual(500);
});

test('after a late evaluation, only the sums of its week are made again', async () => {
  const until = keptUntil(new Date(now));
  await api().sql.query(
    `insert into analytics_change (tenant_id, at, id, member_id)
     values ($1, $2::timestamptz - interval '100 days', 'late', $1 || '1')`,
    [tenantId, until],
  );
  const log = createLogger('silent');
  // The plan must be that of a worker's connection.
  const pool = createPool(api().database.url, { max: 1, name: 'test', log });
  onTestFinished(() => pool.end());
  const read = await inTeamSnapshot(pool, tenantId, async (db) => {
    await keepSums(db, until);
    const counted = await db.row<{ rows: number }>(
      `select (idx_tup_fetch + seq_tup_read)::integer as rows from pg_stat_xact_user_tables s
       where s.relname = 'training' and $1::text is not null`,
    );
    return counted?.rows;
  });
  // The member has 1,500 sessions.
  expect(read).toBeLessThan(100);
});
