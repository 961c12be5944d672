import { createSecretKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CannonRequest } from 'autocannon';
import type pg from 'pg';
import { encodeCursor } from '../../../src/db/pages/cursor.ts';
import { TeamDb } from '../../../src/db/team-db.ts';
import { readLines } from '../../../src/features/request-log/list-requests.ts';
import { drive, freshWindows, percentiles, type Round } from '../drive.ts';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Child } from '../webhooks/child.ts';
import { insertDue } from '../webhooks/rows.ts';
import type { GrowthDatabase } from './fill-growth.ts';

export type GrowthRound = Round & {
  /** The blocks of PostgreSQL's cache that a request reads, and how many were not in the cache. */
  blocks: number;
  fetched: number;
};

/** The number is so low that requests do not wait for each other on two cores. */
const CONNECTIONS = 2;
const LIMIT_MS = 120_000;

/** Counts the blocks that the statements of a round read, with admission and request log. */
async function withBlocks(
  { sql }: GrowthDatabase,
  round: () => Promise<Round>,
): Promise<GrowthRound> {
  await sql.query('select pg_stat_statements_reset()');
  const measured = await round();
  const { rows } = await sql.query<{ blocks: string; fetched: string }>(
    `select coalesce(sum(shared_blks_hit + shared_blks_read), 0) as blocks,
       coalesce(sum(shared_blks_read), 0) as fetched from pg_stat_statements s
     join pg_database d on d.oid = s.dbid where d.datname = current_database()`,
  );
  const each = (value: string | undefined) => Number(value ?? 0) / measured.requests;
  return { ...measured, blocks: each(rows[0]?.blocks), fetched: each(rows[0]?.fetched) };
}

type Http = {
  server: ServerProcess;
  postmaster: number;
  requests: CannonRequest[];
  amount: number;
};

export async function httpRound(database: GrowthDatabase, http: Http): Promise<GrowthRound> {
  const { server, postmaster, requests, amount } = http;
  await freshWindows(database.url);
  return withBlocks(database, () =>
    drive(server, requests, postmaster, { amount, connections: CONNECTIONS }),
  );
}

const cursorKey = createSecretKey(Buffer.alloc(32, 7));

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type LogRound = { pool: pg.Pool; postmaster: number; amount: number };

/** Reads pages of the request log, which only the app offers. It calls the operation without HTTP. */
export function logRound(database: GrowthDatabase, log: LogRound): Promise<GrowthRound> {
  const { pool, postmaster, amount } = log;
  const tenants = [...new Set(database.keys.map(({ tenant_id }) => tenant_id))];
  return withBlocks(database, async () => {
    const times: number[] = [];
    const [postgres, own] = [cpuMsOfChildren(postmaster), process.cpuUsage()];
    const startedAt = performance.now();
    for (let n = 0; n < amount; n++) {
      const asked = performance.now();
      const tenant = tenants[(n * 7) % tenants.length] ?? '';
      const db = new TeamDb(pool, tenant);
      // Leaves out the lines of this run: each of their rows has few lines.
      const before = { at: database.afterLog, id: LAST_ID };
      const cursor = encodeCursor(
        { route: 'requestLog', tenant, filters: {}, ...before },
        cursorKey,
      );
      const wanted = { cursor, limit: database.limit, filter: {} };
      const { data } = await readLines({ db, cursorKey, now: new Date() }, wanted);
      if (data.length !== database.limit) throw new Error(`${data.length} lines`);
      times.push(performance.now() - asked);
    }
    const { user, system } = process.cpuUsage(own);
    return {
      rps: amount / ((performance.now() - startedAt) / 1_000),
      ...percentiles(times),
      requests: amount,
      serverCpuMs: (user + system) / 1_000 / amount,
      postgresCpuMs: ((cpuMsOfChildren(postmaster) ?? 0) - (postgres ?? 0)) / amount,
    };
  });
}

type Delivery = { worker: ServerProcess; receiver: Child; postmaster: number; amount: number };

/** One worker sends the due deliveries, while many ended ones are in the tables. */
export async function deliveryRound(
  database: GrowthDatabase,
  { worker, receiver, postmaster, amount }: Delivery,
): Promise<GrowthRound> {
  const { sql } = database;
  const endpoints = database.endpoints.slice(0, amount);
  const each = Math.ceil(amount / endpoints.length);
  const count = each * endpoints.length;
  const ids = endpoints.map(({ id }) => id);
  // Otherwise the worker would begin before the round.
  await setStatus(sql, ids, 'disabled');
  await insertDue(sql, endpoints, each);
  await receiver.ask({ do: 'forget', keepEvery: count });
  return withBlocks(database, async () => {
    const [own, postgres] = [cpuMs(worker.pid) ?? 0, cpuMsOfChildren(postmaster) ?? 0];
    const startedAt = performance.now();
    await setStatus(sql, ids, 'active');
    await sql.query(
      `select enqueue('webhook.deliver', json_build_object('tenant', tenant_id,
         'endpoints', json_agg(id), 'urgent', null)) from webhook_endpoint
       where id = any ($1) group by tenant_id`,
      [ids],
    );
    await sql.query('select notify_workers(100)');
    await receiver.ask({ do: 'wait', count, limitMs: LIMIT_MS });
    while (await isAnyPending(sql)) await sleep(20);
    return {
      rps: count / ((performance.now() - startedAt) / 1_000),
      p50: Number.NaN,
      p99: Number.NaN,
      requests: count,
      serverCpuMs: ((cpuMs(worker.pid) ?? 0) - own) / count,
      postgresCpuMs: ((cpuMsOfChildren(postmaster) ?? 0) - postgres) / count,
    };
  });
}

async function setStatus(sql: pg.Client, ids: string[], status: string): Promise<void> {
  await sql.query('update webhook_endpoint set status = $2 where id = any ($1)', [ids, status]);
}

async function isAnyPending(sql: pg.Client): Promise<boolean> {
  const { rows } = await sql.query<{ any: boolean }>(
    'select exists (select from webhook_pending) as any',
  );
  return rows[0]?.any ?? true;
}
