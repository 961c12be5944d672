import type pg from 'pg';
import type { Logger } from '../../shared/log.ts';
import type { BulkRetryLoop } from './bulk-retry-loop.ts';
import type { DeliveryLoop } from './delivery-loop.ts';
import type { EndpointRef } from './endpoint-queue.ts';
import { pauseFailingEndpoints, warnOfFailingEndpoints } from './failing-endpoints.ts';
import { countPausedEndpoints, observeSweep } from './metrics.ts';

type Deps = {
  pool: pg.Pool;
  loop: DeliveryLoop;
  bulkRetries: BulkRetryLoop;
  pauseAfterMs: number;
  log: Logger;
};

const INTERVAL_MS = 1_000;

/**
 * Looks every second for due deliveries, and pauses endpoints that have failed for too long. The sweep
 * starts retries when their time has come, and takes over the deliveries of workers that have died.
 * Every worker has a sweeper of its own.
 */
export function startSweeper(deps: Deps): { stop(): Promise<void> } {
  let isAway = false;
  let running: Promise<void> | undefined;
  const sweepOnce = async (): Promise<void> => {
    try {
      await sweep(deps);
      if (isAway) deps.log.info('the sweep for due deliveries works again');
      isAway = false;
    } catch (err) {
      if (!isAway) deps.log.warn({ err }, 'the sweep for due deliveries failed');
      isAway = true;
    }
    running = undefined;
  };
  // If a sweep takes longer than the interval, the next sweep waits for its end.
  const tick = (): void => {
    running ??= sweepOnce();
  };
  tick();
  const timer = setInterval(tick, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Pauses come last: a pause that fails, for instance on a full disk, must not delay a delivery. */
async function sweep({ pool, loop, bulkRetries, pauseAfterMs }: Deps): Promise<void> {
  const began = performance.now();
  const due = await findDue(pool);
  loop.wake(due);
  bulkRetries.wake();
  observeSweep({ seconds: (performance.now() - began) / 1000, oldestMs: due.oldestMs });
  countPausedEndpoints(await pauseFailingEndpoints({ pool, pauseAfterMs }));
  await warnOfFailingEndpoints({ pool, pauseAfterMs });
}

export type UrgentRef = EndpointRef & { id: string };

export type Due = {
  endpoints: EndpointRef[];
  urgent: UrgentRef[];
  /** How long the oldest due delivery has waited; 0 when none is due. */
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
  text: `select p.delivery_id as id, p.endpoint_id as "endpointId", p.tenant_id as "tenantId"
    from webhook_pending p
    cross join lateral (
      select e.deleted_at from webhook_endpoint e where e.id = p.endpoint_id limit 1
    ) e
    where p.urgent_at is not null and e.deleted_at is null
    order by p.urgent_at limit 1000`,
};

/** Finds all endpoints with due deliveries and all urgent deliveries, with or without a job for them. */
export async function findDue(pool: pg.Pool): Promise<Due> {
  const [endpoints, urgent] = await Promise.all([
    pool.query<EndpointRef & { ms: number }>(dueEndpoints),
    pool.query<UrgentRef>(urgentDeliveries),
  ]);
  return {
    endpoints: endpoints.rows,
    urgent: urgent.rows,
    oldestMs: endpoints.rows.reduce((most, { ms }) => Math.max(most, ms), 0),
  };
}
