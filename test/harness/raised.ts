import type { TestTeam } from './team.ts';

type Raised = {
  events: { id: string; type: string; body: string }[];
  deliveries: Delivery[];
  /** The payloads of the wake-ups. */
  jobs: { endpoints: string[]; urgent: string[] | null }[];
};
type Delivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempt: number;
  is_due: boolean;
  is_urgent: boolean;
};

export const nothingRaised: Raised = { events: [], deliveries: [], jobs: [] };

/** Everything that the team's changes have raised, as the tables show it. */
export async function raisedIn({ api, tenantId }: TestTeam): Promise<Raised> {
  const read = async <Row>(text: string) => (await api.sql.query(text, [tenantId])).rows as Row[];
  const [events, deliveries, jobs] = await Promise.all([
    read<Raised['events'][number]>(
      // Without the events that only the feed has.
      `select e.id, e.type, e.body from webhook_event e where e.tenant_id = $1
         and (exists (select from webhook_delivery d where d.event_id = e.id)
           or not exists (select from kept_event k where k.tenant_id = $1 and k.event_id = e.id))
       order by e.id`,
    ),
    read<Delivery>(
      `select id, endpoint_id, event_id, event_type, status, attempt,
         coalesce(next_try_at <= now(), false) as is_due, urgent_at is not null as is_urgent
       from webhook_delivery_state where tenant_id = $1 order by endpoint_id, id`,
    ),
    read<Raised['jobs'][number]>(
      `select payload -> 'endpoints' as endpoints, payload -> 'urgent' as urgent
       from graphile_worker._private_jobs
       where payload ->> 'tenant' = $1 and payload -> 'endpoints' is not null order by id`,
    ),
  ]);
  return { events, deliveries, jobs };
}

/** Deletes everything that was raised, so that the test sees only the next change. */
export async function forgetRaised({ api, tenantId }: TestTeam): Promise<void> {
  for (const text of [
    'delete from webhook_delivery where tenant_id = $1',
    'delete from webhook_event where tenant_id = $1',
    'delete from kept_event where tenant_id = $1',
    "delete from graphile_worker._private_jobs where payload ->> 'tenant' = $1",
  ]) {
    await api.sql.query(text, [tenantId]);
  }
}
