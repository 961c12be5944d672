import type pg from 'pg';
import { withTransaction } from '../db/transaction.ts';
import type { Clock } from '../shared/clock.ts';
import type { Logger } from '../shared/log.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

const INTERVAL_MS = 60_000;
const BATCH = 2_000;
const LOCK = 7_201_001;

// Rows that a request holds right now are left for the next time: nobody waits for housekeeping.
const chores = [
  {
    // D54: a window lasts 60 s; past that its row says nothing.
    name: 'rate windows',
    keptMs: 2 * 60_000,
    sql: `delete from rate_window where subject in (
      select subject from rate_window where started_at < $1 limit $2 for update skip locked)`,
  },
  {
    // D97: 24 h from storing; D95: then the stored response is gone as well.
    name: 'idempotency records',
    keptMs: 24 * 60 * 60_000,
    sql: `delete from idempotency_record where (tenant_id, lineage_id, key) in (
      select tenant_id, lineage_id, key from idempotency_record
      where created_at < $1 order by created_at limit $2 for update skip locked)`,
  },
];

export type Housekeeping = { stop(): Promise<void> };

/** Removes every minute what has run out. Several processes may do so: one works, the others pass. */
export function startHousekeeping(deps: Deps): Housekeeping {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepHouse(deps, stopping.signal));
  }, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** One round. Failing is no reason to end: the next minute comes. */
export async function keepHouse(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (const { name, keptMs, sql } of chores) {
    try {
      const before = new Date(deps.clock.now().getTime() - keptMs);
      let removed = 0;
      for (let batch = BATCH; batch === BATCH && !stopping?.aborted; removed += batch) {
        batch = await removeBatch(deps.pool, sql, before);
      }
      if (removed > 0) deps.log.debug({ removed }, `removed old ${name}`);
    } catch (err) {
      deps.log.warn({ err }, `removing old ${name} failed`);
    }
  }
}

function removeBatch(pool: pg.Pool, sql: string, before: Date): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock($1) as mine',
      [LOCK],
    );
    if (!rows[0]?.mine) return 0;
    return (await client.query(sql, [before, BATCH])).rowCount ?? 0;
  });
}
