import type { TeamVisit } from '../../operation/call.ts';

/** The number of the latest deliveries that are read, however many the endpoint has. */
const LATEST = 100;
/** The number of the latest attempts of a delivery that are read. */
const ATTEMPTS = 10;

/**
 * The milliseconds within which 95 % of the answers of each endpoint came, also those that refused.
 * PostgreSQL reads along the index of each endpoint, so a million deliveries cost no more than a hundred.
 */
export async function findAnswerTimes(
  { db }: TeamVisit,
  endpoints: readonly { id: string; since: Date }[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; ms: number }>(
    `select e.id, t.ms
     from unnest($2::text[], $3::timestamptz[]) as e (id, since)
     cross join lateral (
       select percentile_disc(0.95) within group (order by a.response_ms) as ms
       from (
         select d.id from webhook_delivery d
         where d.endpoint_id = e.id and d.tenant_id = $1 and d.created_at >= e.since
         order by d.created_at desc, d.id desc limit ${LATEST}
       ) d
       cross join lateral (
         select o.response_ms, o.response_code from webhook_attempt o
         where o.tenant_id = $1 and o.delivery_id = d.id order by o.n desc limit ${ATTEMPTS}
       ) a
       where a.response_code is not null and a.response_ms is not null
     ) t
     where t.ms is not null`,
    [endpoints.map(({ id }) => id), endpoints.map(({ since }) => since)],
  );
  return new Map(rows.map(({ id, ms }) => [id, ms]));
}
