import path from 'node:path';
import pg from 'pg';
import { newId } from '../../../src/db/ids.ts';
import { DAY_MS } from '../../../src/shared/durations.ts';
import { type BenchCluster, fill, type LoadedKey } from '../database.ts';
import { type Endpoint, insertEndpoints } from '../webhooks/rows.ts';

/** `one`: all rows are in one team. `many`: they are in many teams of the same size. */
export type Spread = 'one' | 'many';
export type Wanted = {
  spread: Spread;
  /** The number of trainings, and of lines in the request log. */
  rows: number;
  /** The number of teams for `many`. It is the same with few rows and with many. */
  teams: number;
  /** The address to which the worker delivers. */
  receiverUrl: string;
};

export type GrowthDatabase = Wanted & {
  url: string;
  sql: pg.Client;
  keys: LoadedKey[];
  endpoints: Endpoint[];
  perTeam: number;
  /** The length of a page. The smallest of many teams has ten rows. */
  limit: number;
  /** This time is later than all lines of the request log, and earlier than the lines that the run adds. */
  afterLog: string;
};

const KEYS_OF_ONE_TEAM = 100;
const LINES_OF_SLOT = { one: 40, many: 10 };
/** There is one delivery for this many trainings. */
const DELIVERIES_SHARE = 10;
const LIMIT = { one: 50, many: 5 };

/** Fills a database of its own. No row is older than thirty days, because the worker would remove it. */
export async function fillGrowth(cluster: BenchCluster, wanted: Wanted): Promise<GrowthDatabase> {
  const { spread, rows, receiverUrl } = wanted;
  const teams = spread === 'one' ? 1 : wanted.teams;
  const name = `growth_${spread}_${rows}`;
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  await inCluster(cluster, `create database ${name}`);
  const startedAt = performance.now();
  const { keys } = await fill(url.href, path.join(cluster.dir, `${name}.jsonl`), {
    teams,
    keys: spread === 'one' ? KEYS_OF_ONE_TEAM : 1,
    members: spread === 'one' ? 1_000 : 10,
    trainings: rows / teams,
    assignments: 0,
    deals: 0,
  });
  const sql = new pg.Client(url.href);
  await sql.connect();
  await sql.query('set session_replication_role = replica');
  const tenants = [...new Set(keys.map(({ tenant_id }) => tenant_id))];
  const endpoints = await insertEndpoints(sql, cluster, receiverUrl, { tenants, each: 1 });
  const log = { tenants, perTeam: rows / teams, ofSlot: LINES_OF_SLOT[spread] };
  const afterLog = await insertLog(sql, log);
  await insertDeliveries(sql, endpoints, Math.ceil(rows / teams / DELIVERIES_SHARE));
  await sql.query('create extension pg_stat_statements');
  await sql.query('vacuum (analyze)');
  await sql.query('checkpoint');
  await sql.query('set session_replication_role = origin');
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const { rows: size } = await sql.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  console.error(`growth: ${name} filled in ${seconds} s, ${size[0]?.size}`);
  const perTeam = rows / teams;
  const made = { perTeam, limit: LIMIT[spread], afterLog };
  return { ...wanted, url: url.href, sql, keys, endpoints, ...made };
}

export async function dropGrowth(cluster: BenchCluster, { sql, url }: GrowthDatabase) {
  await sql.end();
  await inCluster(cluster, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function inCluster(cluster: BenchCluster, statement: string): Promise<void> {
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

type Log = { tenants: string[]; perTeam: number; ofSlot: number };

/** Inserts the same number of lines into each slot, however many slots there are. Returns the end of the last slot. */
async function insertLog(sql: pg.Client, { tenants, perTeam, ofSlot }: Log): Promise<string> {
  const { rows } = await sql.query<{ at: Date }>(`select date_bin('10 s', now(), 'epoch') as at`);
  const next = rows[0]?.at ?? new Date();
  await sql.query(
    `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
     select t.id, s.slot, (array_agg(l.id order by l.at))[1], 'key_growth', false,
       array_agg(row(l.at, l.id, 'GET', '/trainings', null, 200, null, null, 12, '192.0.2.7')::logged_request
         order by l.at)
     from unnest($1::text[]) t (id)
     cross join lateral (select n, $4::timestamptz - n * interval '10 s' as slot
       from generate_series(1, $2::integer) n) s
     cross join lateral (select s.slot + i * 10000 / $3::integer * interval '1 ms' as at, s.n,
         gen_random_uuid() as id from generate_series(0, $3::integer - 1) i) l
     group by t.id, s.n, s.slot`,
    [tenants, Math.ceil(perTeam / ofSlot), ofSlot, next],
  );
  return new Date(next.getTime() - 1).toISOString();
}

/** Deliveries that have ended with the first attempt. */
async function insertDeliveries(
  sql: pg.Client,
  endpoints: readonly Endpoint[],
  each: number,
): Promise<void> {
  const begin = newId('evt', new Date(Date.now() - 20 * DAY_MS)).slice('evt_'.length, -16);
  const values = [
    endpoints.map(({ tenantId }) => tenantId),
    endpoints.map(({ id }) => id),
    each,
    begin,
  ];
  const rows = `select e.tenant_id, e.id as endpoint_id, n,
      $4 || substr(md5(e.id || n), 1, 16) as id, now() - n * interval '1 s' as at
    from unnest($1::text[], $2::text[]) e (tenant_id, id) cross join generate_series(1, $3::integer) n`;
  const body = JSON.stringify({ type: 'training.completed', data: { status: 'scored' } });
  await sql.query(
    `insert into webhook_event (tenant_id, id, type, body, created_at)
     select r.tenant_id, 'evt_' || r.id, 'training.completed', $5, r.at from (${rows}) r`,
    [...values, body],
  );
  await sql.query(
    `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
     select r.tenant_id, 'whd_' || r.id, r.endpoint_id, 'evt_' || r.id, 'training.completed', r.at
     from (${rows}) r`,
    values,
  );
  await sql.query(
    `insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, response_ms)
     select r.tenant_id, 'whd_' || r.id, 1, r.at, 200, 12 from (${rows}) r`,
    values,
  );
}
