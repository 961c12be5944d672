import pg from 'pg';
import { createPool } from '../../src/db/pool.ts';
import { inTeamSnapshot } from '../../src/db/transaction.ts';
import { keepSums, keptUntil } from '../../src/features/analytics/keep-sums.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { type BenchCluster, filledDatabase } from './database.ts';
import { freshWindows, median } from './drive.ts';
import { type Finding, upTo } from './report.ts';
import { startApi } from './server-process.ts';

const AT_MOST_MS = 50;
const [MEMBERS, SESSIONS] = [1_000, 1_000_000];
const REQUESTS_EACH_ROUND = 20;

type Options = { rounds: number; quick: boolean };

/** The analytics of one team with a million evaluations, read from the kept sums. */
export async function measureAnalytics(
  cluster: BenchCluster,
  { rounds, quick }: Options,
): Promise<Finding> {
  const sessions = quick ? SESSIONS / 10 : SESSIONS;
  const counts = { teams: 1, keys: 1, members: MEMBERS, trainings: sessions };
  const filled = await filledDatabase(cluster, 'analytics', {
    ...counts,
    assignments: 0,
    deals: 0,
  });
  const { url, keys } = filled;
  const [team] = keys;
  if (!team) throw new Error('no team was loaded');
  const sql = new pg.Client(url);
  await sql.connect();
  await scoreAll(sql);
  const keptMs = await keep(sql, url, team.tenant_id);
  await sql.end();
  const server = await startApi({ name: 'analytics', databaseUrl: url, dir: cluster.dir });
  const times: number[] = [];
  try {
    for (let n = -1; n < rounds; n++) {
      await freshWindows(url);
      for (let i = 0; i < REQUESTS_EACH_ROUND; i++) {
        const ms = await timeOf(server.url, team.key);
        // The first round warms up.
        if (n >= 0) times.push(ms);
      }
    }
  } finally {
    await server.stop();
  }
  return {
    name: 'analytics',
    title: 'GET /analytics/team, 1,000,000 evaluations of one team',
    ...upTo(median(times), AT_MOST_MS, 'ms'),
    notes: [
      `Slowest of ${times.length}: ${Math.max(...times).toFixed(1)} ms. To make all sums ${(keptMs / 1000).toFixed(1)} s.`,
    ],
  };
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
async function keep(sql: pg.Client, url: string, tenantId: string): Promise<number> {
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

async function timeOf(url: string, key: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}${BASE_PATH}/analytics/team`, { headers });
  await answer.text();
  if (answer.status !== 200) throw new Error(`analytics: ${answer.status}`);
  return performance.now() - startedAt;
}
