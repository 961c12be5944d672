import type pg from 'pg';
import type { Logger } from '../../shared/process/log.ts';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { every } from '../../shared/time/every.ts';
import type { BulkRetryLoop } from './bulk-retry-loop.ts';
import type { DeliveryLoop } from './delivery-loop.ts';
import { pauseFailingEndpoints, warnOfFailingEndpoints } from './failing-endpoints.ts';
import { findDue } from './find-due.ts';
import { countPausedEndpoints, observeSweep } from './metrics.ts';

type Deps = {
  pool: pg.Pool;
  loop: DeliveryLoop;
  bulkRetries: BulkRetryLoop;
  pauseAfterMs: number;
  outgoing: Outgoing;
  log: Logger;
};

const INTERVAL_MS = 1_000;

/**
 * Looks every second for due deliveries, and pauses endpoints that have failed for too long. The sweep
 * starts retries when their time has come, and takes over the deliveries of workers that have died.
 * Every worker has a sweeper of its own.
 */
export function startSweeper(deps: Deps): { stop(): Promise<void> } {
  const sweepIfOpen = async () => {
    if (deps.outgoing.isOpen) await sweep(deps);
  };
  return every(INTERVAL_MS, sweepIfOpen, {
    log: deps.log,
    name: 'the sweep for due deliveries',
    failed: (err) => deps.log.warn({ err }, 'the sweep for due deliveries failed'),
  });
}

/**
 * Does one sweep. Pauses come last: a pause that fails, for instance on a full disk, must not delay a
 * delivery.
 */
async function sweep({ pool, loop, bulkRetries, pauseAfterMs }: Deps): Promise<void> {
  const began = performance.now();
  const due = await findDue(pool, loop.parked);
  await loop.wake(due);
  bulkRetries.wake();
  observeSweep({ seconds: (performance.now() - began) / 1000, oldestMs: due.oldestMs });
  countPausedEndpoints(await pauseFailingEndpoints({ pool, pauseAfterMs }));
  await warnOfFailingEndpoints({ pool, pauseAfterMs });
}
