import pg from 'pg';
import type { BenchDatabase } from '../database.ts';
import { alternately, CONNECTIONS, drive, freshWindows, MORE_ROUNDS } from '../drive.ts';
import { atLeast, type Finding } from '../report.ts';
import type { ServerProcess } from '../server-process.ts';
import { assignRequests } from '../works.ts';
import { clearWebhooks, insertEndpoints } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const AT_LEAST = 0.85;
/** A multiple of the connections. Otherwise some requests would be sent twice, and be replayed. */
const REQUESTS_A_SECOND = CONNECTIONS * 16;
const WARM_UP = 2 * REQUESTS_A_SECOND;

type Stand = { database: BenchDatabase; sql: pg.Client; server: ServerProcess };
type Team = 'with' | 'without';

/** Measures what an event costs the call that raises it: while no worker runs, and beside one that delivers. */
export async function measureEmit(
  site: Site,
  {
    database,
    server,
    seconds,
  }: { database: BenchDatabase; server: ServerProcess; seconds: number },
): Promise<Finding> {
  const sql = new pg.Client(database.teams.url);
  await sql.connect();
  const stand = { database, sql, server };
  const race = async (where: string, rounds: number) => {
    for (const team of ['with', 'without'] as const) await round(stand, team, WARM_UP);
    const amount = Math.ceil(seconds) * REQUESTS_A_SECOND;
    return alternately(`emit, ${where}`, rounds, [
      () => round(stand, 'with', amount),
      () => round(stand, 'without', amount),
    ]);
  };
  try {
    await clearWebhooks(sql, 'endpoints');
    const tenants = [...new Set(keysOf(database, 'with').map((key) => key.tenant_id))];
    const events = ['assignment.created'];
    await insertEndpoints(sql, site.receiverUrl, { tenants, each: 1, events });
    const alone = await race('no worker', site.rounds * MORE_ROUNDS);
    const worker = await startWorkerProcess(database, database.teams.url);
    const beside = await race('worker here', site.rounds).finally(() => worker.stop());
    return {
      name: 'emit',
      title: 'POST /assignments, one endpoint',
      sides: { 'with an endpoint': alone.ours, without: alone.theirs },
      ...atLeast(alone.ratio, AT_LEAST),
      notes: [
        `With a worker on the same cores that delivers meanwhile: ${beside.ratio.toFixed(2)} (${beside.ours.rps.toFixed(0)} against ${beside.theirs.rps.toFixed(0)} a second).`,
      ],
    };
  } finally {
    await clearWebhooks(sql, 'endpoints');
    await sql.end();
  }
}

/** Every second team has an endpoint. Both keys of a team are on the same side. */
function keysOf({ teams }: BenchDatabase, team: Team) {
  const ids = [...new Set(teams.keys.map((key) => key.tenant_id))];
  const mine = new Set(ids.filter((_, i) => (i % 2 === 0) === (team === 'with')));
  return teams.keys.filter((key) => mine.has(key.tenant_id));
}

async function round({ database, sql, server }: Stand, team: Team, amount: number) {
  const keys = keysOf(database, team);
  await clearWebhooks(sql);
  await freshWindows(database.teams.url);
  const requests = assignRequests({ ...database.teams, keys }, amount);
  // A round has a fixed number of requests. If it ended by time, its last requests would fall into the next one.
  const driven = await drive(server, requests, database.postmaster, { amount });
  const { rows } = await sql.query<{ raised: number }>(
    'select count(*)::integer as raised from webhook_delivery',
  );
  const expected = team === 'with' ? driven.requests : 0;
  if (rows[0]?.raised !== expected) {
    throw new Error(`${rows[0]?.raised} deliveries, not ${expected}`);
  }
  return driven;
}
