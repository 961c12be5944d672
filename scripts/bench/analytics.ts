import { createSecretKey } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { createPool } from '../../src/db/pool.ts';
import { TeamDb } from '../../src/db/team-db.ts';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { getTeamAnalytics } from '../../src/features/analytics/get-team-analytics.ts';
import { keepSums, keptUntil } from '../../src/features/analytics/keep-sums.ts';
import { systemCall } from '../../src/operation/system-call.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { createLogger } from '../../src/shared/log.ts';
import { type BenchCluster, fill } from './database.ts';
import { median } from './drive.ts';
import type { Finding } from './report.ts';
import { apiOptions, type ServerProcess, startServer } from './server-process.ts';

const AT_MOST_MS = 50;
const [MEMBERS, SESSIONS] = [1_000, 1_000_000];
const REQUESTS_EACH_ROUND = 20;
const CHANGED_MEMBERS = 20;

type Team = { url: string; sql: pg.Client; tenantId: string; key: string; server: ServerProcess };
const secret = createSecretKey(Buffer.alloc(32));
/** Fields of a request's call that analytics do not use. */
const unused = {
  ip: null,
  language: 'en' as const,
  cursorKey: secret,
  secretKey: secret,
  urlChecker: { check: () => Promise.reject(new Error('this measurement checks no URL')) },
};
type Options = { rounds: number; quick: boolean };

/**
 * The analytics of one team with a million evaluations: read from the kept sums, and in alternating
 * rounds computed from all sessions. Both must answer the same.
 */
export async function measureAnalytics(cluster: BenchCluster, options: Options): Promise<Finding> {
  const team = await openTeam(cluster, options.quick ? SESSIONS / 10 : SESSIONS);
  try {
    const keptMs = await keep(team);
    await requireSameAnswer(team);
    const [sums, changed, sessions]: number[][] = [[], [], []];
    for (let n = -1; n < options.rounds; n++) {
      await useSums(team, true);
      const fast = await timeRequests(team, REQUESTS_EACH_ROUND);
      await noteChanges(team);
      const withChanges = await timeRequests(team, REQUESTS_EACH_ROUND);
      await useSums(team, false);
      const slow = await timeRequests(team, 1);
      console.error(`analytics ${n + 1}: ${median(fast).toFixed(1)} | ${slow[0]?.toFixed(0)} ms`);
      // The first round warms up.
      if (n < 0) continue;
      sums?.push(...fast);
      changed?.push(...withChanges);
      sessions?.push(...slow);
    }
    return findingOf({ sums, changed, sessions, keptMs });
  } finally {
    await team.server.stop();
    await team.sql.end();
  }
}

type Times = Record<'sums' | 'changed' | 'sessions', number[] | undefined> & { keptMs: number };

function findingOf({ sums = [], changed = [], sessions = [], keptMs }: Times): Finding {
  const ms = median(sums);
  return {
    name: 'analytics',
    title: 'GET /analytics/team, 1,000,000 evaluations of one team',
    measured: `${ms.toFixed(1)} ms`,
    required: `<= ${AT_MOST_MS} ms`,
    passed: ms <= AT_MOST_MS,
    notes: [
      `Computed from all sessions ${median(sessions).toFixed(0)} ms, with the same answer. While ${CHANGED_MEMBERS} of ${MEMBERS} members have changes that the sums lack ${median(changed).toFixed(1)} ms; slowest of ${sums.length}: ${Math.max(...sums).toFixed(1)} ms. To make all sums ${(keptMs / 1000).toFixed(1)} s.`,
    ],
  };
}

async function openTeam(cluster: BenchCluster, sessions: number): Promise<Team> {
  const url = new URL(cluster.url);
  url.pathname = '/bench_analytics';
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const { rows } = await admin.query("select from pg_database where datname = 'bench_analytics'");
  if (rows.length === 0) await admin.query('create database bench_analytics');
  await admin.end();
  const file = path.join(cluster.dir, 'analytics.jsonl');
  const counts = { teams: 1, keys: 1, members: MEMBERS, trainings: sessions };
  const { keys } = await fill(url.href, file, { ...counts, assignments: 0, deals: 0 });
  const [first] = keys;
  if (!first) throw new Error('no team was loaded');
  const sql = new pg.Client(url.href);
  await sql.connect();
  await scoreAll(sql);
  const server = await startServer({
    name: 'analytics',
    script: 'src/api.ts',
    nodeOptions: apiOptions,
    env: {
      DATABASE_URL: url.href,
      ENCRYPTION_KEY: cluster.encryptionKey,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    },
    logFile: path.join(cluster.dir, 'analytics.log'),
    readyPath: '/readyz',
  });
  return { url: url.href, sql, tenantId: first.tenant_id, key: first.key, server };
}

/** Evaluates all sessions: the load leaves one in ten without an evaluation. */
async function scoreAll(sql: pg.Client): Promise<void> {
  await sql.query(`insert into evaluation (tenant_id, training_id, closing, conversation_control,
      needs_analysis, objection_handling, value_argument, total, created_at, updated_at)
    select t.tenant_id, t.id, 40, 50, 60, 70, 80, 60, t.created_at, t.created_at
    from training t where t.status <> 'scored'`);
  await sql.query("update training set status = 'scored' where status <> 'scored'");
  await sql.query('vacuum (analyze)');
  await sql.query('checkpoint');
}

/** Makes the sums as a worker does, and returns how long that takes. */
async function keep({ url, sql, tenantId }: Team): Promise<number> {
  const pool = createPool(url, { max: 1, name: 'bench', log: createLogger('warn'), patient: true });
  try {
    await sql.query('delete from analytics_state');
    const { rows } = await sql.query<{ now: Date }>('select now() as now');
    const until = keptUntil(rows[0]?.now ?? new Date());
    const startedAt = performance.now();
    await inTeamSnapshot(pool, tenantId, (db) => keepSums(db, until));
    const ms = performance.now() - startedAt;
    await sql.query('vacuum (analyze) analytics_sum');
    return ms;
  } finally {
    await pool.end();
  }
}

/** Switches the sums off by moving their time into the future: the analytics ignore such sums. */
async function useSums({ sql }: Team, use: boolean): Promise<void> {
  await sql.query('delete from analytics_change');
  await sql.query(
    `update analytics_state set kept_until = kept_until + $1::interval where (kept_until > now()) = $2`,
    [use ? '-1000 years' : '1000 years', use],
  );
}

async function noteChanges({ sql }: Team): Promise<void> {
  await sql.query(
    `insert into analytics_change (tenant_id, at, id, member_id)
     select m.tenant_id, 'epoch', m.id, m.id from member m order by m.id limit $1`,
    [CHANGED_MEMBERS],
  );
}

/** Compares the answer from the kept sums with the answer from all sessions. */
async function requireSameAnswer(team: Team): Promise<void> {
  const pool = createPool(team.url, { max: 1, name: 'bench', log: createLogger('warn') });
  try {
    const call = { ...systemCall(new TeamDb(pool, team.tenantId), new Date()), ...unused };
    const answers: unknown[] = [];
    for (const use of [true, false]) {
      await useSums(team, use);
      answers.push((await getTeamAnalytics(call)).toJSON());
    }
    if (!isDeepStrictEqual(answers[0], answers[1])) {
      throw new Error('the kept sums give a different answer from the sessions');
    }
  } finally {
    await pool.end();
  }
}

async function timeRequests({ server, key, sql }: Team, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    if (n % 100 === 0) await sql.query('truncate rate_window');
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}${BASE_PATH}/analytics/team`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await answer.text();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`analytics: ${answer.status}`);
  }
  return times;
}
