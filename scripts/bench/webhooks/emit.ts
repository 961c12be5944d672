import pg from 'pg';
import type { BenchDatabase } from '../database.ts';
import { alternately, CONNECTIONS, drive, freshWindows, MORE_ROUNDS } from '../drive.ts';
import { atLeast, type Finding } from '../report.ts';
import type { ServerProcess } from '../server-process.ts';
import { assignRequests } from '../works.ts';
import { clearWebhooks, insertEndpoints } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const [ENDPOINT_AT_LEAST, FEED_AT_LEAST] = [0.85, 0.95];
/** A multiple of the connections. Otherwise some requests would be sent twice, and be replayed. */
const REQUESTS_A_SECOND = CONNECTIONS * 16;
const WARM_UP = 2 * REQUESTS_A_SECOND;

type Stand = { database: BenchDatabase; sql: pg.Client; server: ServerProcess };
/** A third of the teams has an endpoint, another a key that reads events, and the others keep none. */
const sides = ['endpoint', 'feed', 'neither'] as const;
type Side = (typeof sides)[number];

/** Measures what an event costs the call that raises it: while no worker runs, and beside one that delivers. */
export async function measureEmit(
  site: Site,
  {
    database,
    server,
    seconds,
  }: { database: BenchDatabase; server: ServerProcess; seconds: number },
): Promise<Finding[]> {
  const sql = new pg.Client(database.teams.url);
  await sql.connect();
  const stand = { database, sql, server };
  const race = async (side: Side, where: string, rounds: number) => {
    for (const one of [side, 'neither'] as const) await round(stand, one, WARM_UP);
    const amount = Math.ceil(seconds) * REQUESTS_A_SECOND;
    return alternately(`emit, ${side}, ${where}`, rounds, [
      () => round(stand, side, amount),
      () => round(stand, 'neither', amount),
    ]);
  };
  try {
    await clearWebhooks(sql, 'endpoints');
    await prepare(site, stand);
    const alone = await race('endpoint', 'no worker', site.rounds * MORE_ROUNDS);
    const kept = await race('feed', 'no worker', site.rounds * MORE_ROUNDS);
    const worker = await startWorkerProcess(database, database.teams.url);
    const beside = await race('endpoint', 'worker here', site.rounds).finally(() => worker.stop());
    return [
      {
        name: 'emit',
        title: 'POST /assignments, one endpoint',
        sides: { 'with an endpoint': alone.ours, neither: alone.theirs },
        ...atLeast(alone.ratio, ENDPOINT_AT_LEAST),
        notes: [
          `With a worker on the same cores that delivers meanwhile: ${beside.ratio.toFixed(2)} (${beside.ours.rps.toFixed(0)} against ${beside.theirs.rps.toFixed(0)} a second).`,
        ],
      },
      {
        name: 'emit',
        title: 'POST /assignments, events kept for a feed',
        sides: { 'with a feed': kept.ours, neither: kept.theirs },
        ...atLeast(kept.ratio, FEED_AT_LEAST),
      },
    ];
  } finally {
    await clearWebhooks(sql, 'endpoints');
    await sql.end();
  }
}

/** A team keeps its events from its first endpoint on, or from its first key that may read events. */
async function prepare({ receiverUrl }: Site, { database, sql }: Stand): Promise<void> {
  // `intake` has left feeds.
  await sql.query('delete from event_feed');
  const tenants = tenantsOf(database, 'endpoint');
  await insertEndpoints(sql, receiverUrl, { tenants, each: 1, events: ['assignment.created'] });
  await sql.query(
    `insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
     select t.id, true, 0, 'epoch', 0, 'epoch' from unnest($1::text[]) t (id)`,
    [tenantsOf(database, 'feed')],
  );
}

function tenantsOf({ teams }: BenchDatabase, side: Side): string[] {
  const ids = [...new Set(teams.keys.map((key) => key.tenant_id))];
  return ids.filter((_, i) => sides[i % sides.length] === side);
}

/** The keys of a team are on the same side. */
function keysOf(database: BenchDatabase, side: Side) {
  const mine = new Set(tenantsOf(database, side));
  return database.teams.keys.filter((key) => mine.has(key.tenant_id));
}

async function round({ database, sql, server }: Stand, side: Side, amount: number) {
  const keys = keysOf(database, side);
  await clearWebhooks(sql);
  await freshWindows(database.teams.url);
  const requests = assignRequests({ ...database.teams, keys }, amount);
  // A round has a fixed number of requests. If it ended by time, its last requests would fall into the next one.
  const driven = await drive(server, requests, database.postmaster, { amount });
  const { rows } = await sql.query<{ raised: number; kept: number }>(
    `select (select count(*) from webhook_delivery)::integer as raised,
       (select count(*) from kept_event)::integer as kept`,
  );
  const { requests: all } = driven;
  const expected = {
    raised: side === 'endpoint' ? all : 0,
    kept: side === 'neither' ? 0 : all,
  };
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(rows[0])}, not ${JSON.stringify(expected)}`);
  }
  return driven;
}
