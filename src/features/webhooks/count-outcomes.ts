import type { TeamDb } from '../../db/team-db.ts';
import type { RetryProgress } from './retry-all.schema.ts';

type Outcome = NonNullable<RetryProgress['outcome']>;

/**
 * Counts each delivery by the attempt that the bulk retry asked for. If a delivery was given up
 * without this attempt, it has failed. A bulk retry of the app may go to several endpoints: `endpointId` counts one.
 */
export async function countOutcomes(
  db: TeamDb,
  id: string,
  endpointId: string | null = null,
): Promise<Outcome> {
  const row = await db.row<Outcome>(
    `select count(*) filter (where j.made and j.error is null)::integer as arrived,
       count(*) filter (where j.error is not null or not j.made and not j.waits)::integer as failed,
       count(*) filter (where not j.made and j.waits)::integer as waiting
     from (
       select a.n is not null as made, a.error, p.delivery_id is not null as waits
       from webhook_retry r
       left join lateral (
         select a.n, a.error from webhook_attempt a
         where a.tenant_id = $1 and a.delivery_id = r.delivery_id and a.n = r.n limit 1) a on true
       left join lateral (
         select p.delivery_id from webhook_pending p
         where p.tenant_id = $1 and p.delivery_id = r.delivery_id and a.n is null limit 1) p on true
       where r.tenant_id = $1 and r.run_id = $2 and ($3::text is null or not exists (
         select from webhook_retry_run o
         where o.tenant_id = $1 and o.id = $2 and o.endpoint_id <> $3) or exists (
         select from webhook_delivery d
         where d.tenant_id = $1 and d.id = r.delivery_id and d.endpoint_id = $3))
     ) j`,
    [id, endpointId],
  );
  return row ?? { arrived: 0, failed: 0, waiting: 0 };
}
