import type { TeamVisit } from '../../operation/call.ts';
import type { RequestErrors, RequestErrorsInput } from './request-log.schema.ts';

const DAY_MS = 86_400_000;
const MOST = 100;

/** Refused and failed requests by code, route and reason, so that the most frequent trouble is on top. */
export async function listErrors(
  { db, now }: TeamVisit,
  { since, until, key_id }: RequestErrorsInput,
): Promise<RequestErrors> {
  const from = since ?? new Date(now.getTime() - DAY_MS).toISOString();
  return db.rows(
    `select r.code, r.method, r.route, r.why->>'check' as check, r.why->>'reason' as reason,
       count(*)::integer as requests, iso(max(r.created_at)) as last_at
     from request_log r
     where r.tenant_id = $1 and r.code is not null and r.created_at >= $2::timestamptz
       and r.created_at < coalesce($3::timestamptz, 'infinity')
       and r.key_id = coalesce($4::text, r.key_id)
     group by 1, 2, 3, 4, 5
     order by count(*) desc, max(r.created_at) desc limit ${MOST}`,
    [from, until ?? null, key_id ?? null],
  );
}
