import type pg from 'pg';
import { CopyRows, copyIn } from '../../db/copy-rows.ts';
import { withTransaction } from '../../db/transaction.ts';
import type { DayCount } from './counts.ts';
import type { KnownLine } from './line.ts';

/** Written together, or not at all. */
export type Batch = { lines: KnownLine[]; counts: DayCount[] };

const DAY_MS = 86_400_000;
const USUAL_BYTES = 250;

const COLUMNS = 12;
const copyLines = `copy request_log (tenant_id, created_at, request_id, key_id, method, route, path,
  status, code, why, ms, ip) from stdin (format binary)`;

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

export async function writeBatch(pool: pg.Pool, { lines, counts }: Batch): Promise<void> {
  if (lines.length + counts.length === 0) return;
  await withTransaction(pool, async (client) => {
    if (lines.length > 0) await copyIn(client, copyLines, rowsOf(lines));
    if (counts.length > 0) await client.query({ ...addCounts, values: valuesOf(counts) });
  });
}

/** By team, so that PostgreSQL touches each page of the index once. */
function rowsOf(lines: KnownLine[]): Buffer {
  const rows = new CopyRows(lines.length * USUAL_BYTES);
  const byTeam = lines.toSorted((a, b) => {
    if (a.tenantId === b.tenantId) return 0;
    return a.tenantId < b.tenantId ? -1 : 1;
  });
  for (const line of byTeam) {
    const why = line.why === null ? null : JSON.stringify(line.why);
    rows.begin(COLUMNS, why === null ? 0 : why.length);
    rows.text(line.tenantId);
    rows.time(line.at);
    rows.uuid(line.requestId);
    rows.text(line.keyId);
    rows.text(line.method);
    rows.text(line.route);
    rows.text(line.path);
    rows.int16(line.status);
    rows.text(line.code);
    rows.json(why);
    rows.int32(line.ms);
    rows.text(line.ip);
  }
  return rows.end();
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
