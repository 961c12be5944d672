import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TeamDb } from '../../db/team-db.ts';
import { withTransaction } from '../../db/transaction.ts';
import {
  MOST_AT_ONCE,
  type RunRef,
  stepBulkRetry,
} from '../../features/webhooks/step-bulk-retry.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { DeliveryLoop } from './delivery-loop.ts';

type Deps = { pool: pg.Pool; loop: DeliveryLoop; log: Logger; atOnce?: number };

/** The most bulk retries of which one round takes a step. */
const AT_ONCE = 1_000;

/** The pause between two rounds, if the endpoints of all bulk retries have enough queued deliveries. */
const PAUSE_MS = 50;

// An endpoint gets no further deliveries while its queued ones are not attempted yet. Such an endpoint takes
// no place of another one in this list either.
const ready = {
  name: 'ready retries',
  text: `with busy as materialized (
      select p.endpoint_id from webhook_pending p where p.urgent_at is not null
      group by p.endpoint_id having count(*) >= ${MOST_AT_ONCE}
    )
    select r.tenant_id as "tenantId", r.id, r.endpoint_id as "endpointId"
    from webhook_retry_run r
    where r.finished_at is null and r.endpoint_id <> all (array(select endpoint_id from busy))
    order by r.created_at limit $1`,
};
const open = {
  name: 'open retry',
  text: 'select from webhook_retry_run r where r.finished_at is null limit 1',
};

/**
 * Advances bulk retries in small steps. A step queues only as many deliveries of an endpoint as a worker may
 * send to it at a time. So a bulk retry delays no other deliveries. The rows of the bulk retries say what is
 * left to do. `wake` only says that there may be some. If a worker is killed, the sweep of any worker
 * continues.
 */
export class BulkRetryLoop {
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { pool, log, atOnce = AT_ONCE } = this.#deps;
    const { signal } = this.#stopping;
    try {
      while (!signal.aborted) {
        const { rows } = await pool.query<RunRef>({ ...ready, values: [atOnce] });
        if (rows.length === 0 && (await pool.query(open)).rowCount === 0) return;
        let moved = false;
        for (const run of rows) {
          if (!signal.aborted && (await this.#step(run))) moved = true;
        }
        if (!moved) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } catch (err) {
      // The sweep wakes the loop again.
      log.warn({ err }, 'retries of many deliveries could not go on');
    }
  }

  /** Takes one step. If the step fails, its transaction is rolled back, and a later round takes it again. */
  async #step(run: RunRef): Promise<boolean> {
    const { pool, loop, log } = this.#deps;
    try {
      const { urgent, moved } = await withTransaction(pool, (client) =>
        stepBulkRetry(new TeamDb(client, run.tenantId), run),
      );
      const { tenantId, endpointId } = run;
      await loop.wake({
        endpoints: [],
        urgent: urgent.map((id) => ({ id, tenantId, endpointId, isReplayed: true })),
      });
      return moved;
    } catch (err) {
      log.warn({ err, run_id: run.id }, 'a step of a retry of many deliveries failed');
      return false;
    }
  }
}
