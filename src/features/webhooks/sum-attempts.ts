import type { TeamVisit } from '../../operation/call.ts';

type Asked = { ids: readonly string[]; since: Date; stepMs: number };
type Sums = { ok: number; failed: number };
type Row = Sums & { endpoint_id: string; at: Date };

/** The attempts of each endpoint in each step of this length. Steps without an attempt are missing. */
export async function sumAttempts(
  { db }: TeamVisit,
  { ids, since, stepMs }: Asked,
): Promise<Map<string, Row[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<Row>(
    `select h.endpoint_id, date_bin($4::bigint * interval '1 ms', h.hour, $3::timestamptz) as at,
       sum(h.ok)::integer as ok, sum(h.failed)::integer as failed
     from webhook_endpoint_hour h
     where h.tenant_id = $1 and h.endpoint_id = any ($2::text[]) and h.hour >= $3::timestamptz
     group by 1, 2`,
    [ids, since, stepMs],
  );
  return Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
}
