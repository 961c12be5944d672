import type pg from 'pg';

/** An endpoint or a delivery that may be due. */
type DueEndpoint = { endpointId: string; tenantId: string };
type DueDelivery = DueEndpoint & { id: string; isReplayed?: boolean };

export type Due = {
  endpoints: DueEndpoint[];
  urgent: DueDelivery[];
  /** How long the oldest due delivery of an endpoint that is not parked has waited; 0 when none is due. */
  oldestMs: number;
};

// The recursion jumps from one endpoint to the next along the index. So a million due deliveries of
// one endpoint cost as much as one delivery.
const dueEndpoints = {
  name: 'due endpoints',
  text: `with recursive first as (
      (select p.endpoint_id, p.next_try_at from webhook_pending p
        where p.next_try_at is not null
        order by p.endpoint_id, p.next_try_at limit 1)
      union all
      select n.endpoint_id, n.next_try_at from first f cross join lateral (
        select p.endpoint_id, p.next_try_at from webhook_pending p
        where p.next_try_at is not null and p.endpoint_id > f.endpoint_id
        order by p.endpoint_id, p.next_try_at limit 1) n
    )
    select f.endpoint_id as "endpointId", e.tenant_id as "tenantId",
      extract(epoch from now() - f.next_try_at)::float8 * 1000 as ms
    from first f cross join lateral (
      select e.tenant_id, e.status, e.deleted_at from webhook_endpoint e
      where e.id = f.endpoint_id limit 1
    ) e
    where f.next_try_at <= now() and e.status = 'active' and e.deleted_at is null`,
};

const urgentDeliveries = {
  name: 'urgent deliveries',
  text: `select p.delivery_id as id, p.endpoint_id as "endpointId", p.tenant_id as "tenantId",
      p.is_replayed as "isReplayed"
    from webhook_pending p
    cross join lateral (
      select e.deleted_at from webhook_endpoint e where e.id = p.endpoint_id limit 1
    ) e
    where p.urgent_at is not null and e.deleted_at is null and p.endpoint_id <> all ($1::text[])
    order by p.urgent_at limit 1000`,
};

/**
 * Finds all endpoints with due deliveries and all urgent deliveries, with or without a job for them. Urgent
 * deliveries of parked endpoints are left out: they would take the places of others.
 * `plan-next-attempt.ts` decides when a delivery is due. `DeliveryLoop` (`delivery-loop.ts`) lists why a
 * delivery waits.
 */
export async function findDue(pool: pg.Pool, parked: readonly string[] = []): Promise<Due> {
  const [endpoints, urgent] = await Promise.all([
    pool.query<DueEndpoint & { ms: number }>(dueEndpoints),
    pool.query<DueDelivery>({ ...urgentDeliveries, values: [parked] }),
  ]);
  return {
    endpoints: endpoints.rows,
    urgent: urgent.rows,
    oldestMs: endpoints.rows
      .filter(({ endpointId }) => !parked.includes(endpointId))
      .reduce((most, { ms }) => Math.max(most, ms), 0),
  };
}
