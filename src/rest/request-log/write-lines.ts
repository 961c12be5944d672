import type pg from 'pg';
import { withTransaction } from '../../db/transaction.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import type { DayCount } from './counts.ts';
import { insertLines } from './pending-lines.ts';

/** Lines and counters that are written in one transaction. */
export type Batch = {
  /** How many lines are in the rows. */
  lines: number;
  /** The parameter of `insertLines`. */
  rows: string;
  counts: DayCount[];
};

// Every process locks the counters in the same order.
const addCounts = {
  name: 'add request counts',
  text: `insert into request_day as d (tenant_id, day, key_id, ok, client_errors, refused, limited,
      server_errors)
    select * from unnest($1::text[], $2::date[], $3::text[], $4::integer[], $5::integer[],
      $6::integer[], $7::integer[], $8::integer[]) c
    order by 1, 2, 3
    on conflict (tenant_id, day, key_id) do update set ok = d.ok + excluded.ok,
      client_errors = d.client_errors + excluded.client_errors, refused = d.refused + excluded.refused,
      limited = d.limited + excluded.limited, server_errors = d.server_errors + excluded.server_errors`,
};

export async function writeBatch(pool: pg.Pool, { rows, counts }: Batch): Promise<void> {
  if (rows.length + counts.length === 0) return;
  await withTransaction(pool, async (client) => {
    if (rows.length > 0) await client.query({ ...insertLines, values: [rows] });
    if (counts.length > 0) await client.query({ ...addCounts, values: valuesOf(counts) });
  });
}

function valuesOf(counts: DayCount[]): unknown[][] {
  return [
    counts.map(({ tenantId }) => tenantId),
    counts.map(({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
    counts.map(({ keyId }) => keyId),
    counts.map(({ ok }) => ok),
    counts.map(({ clientErrors }) => clientErrors),
    counts.map(({ refused }) => refused),
    counts.map(({ limited }) => limited),
    counts.map(({ serverErrors }) => serverErrors),
  ];
}
