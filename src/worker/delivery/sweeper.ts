import type pg from 'pg';
import type { Logger } from '../../shared/log.ts';
import type { Dispatcher } from './dispatcher.ts';
import { findDue } from './find-due.ts';
import { countPausedEndpoints, observeSweep } from './metrics.ts';
import { pauseFailingEndpoints } from './pause-endpoints.ts';

type Deps = { pool: pg.Pool; dispatcher: Dispatcher; pauseAfterMs: number; log: Logger };

const INTERVAL_MS = 1_000;

/**
 * Each second: what is due and whom it belongs to, and which endpoints have failed for too long. It
 * is scheduler, recovery after a crash and fairness in one; every worker has its own.
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
  // A sweep that takes longer than its interval is not overtaken by the next one.
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

/** What is due comes first: a pause that fails, such as for want of room, holds no delivery up. */
async function sweep({ pool, dispatcher, pauseAfterMs }: Deps): Promise<void> {
  const began = performance.now();
  const due = await findDue(pool);
  dispatcher.look(due);
  observeSweep({ seconds: (performance.now() - began) / 1000, oldestMs: due.oldestMs });
  countPausedEndpoints(await pauseFailingEndpoints({ pool, pauseAfterMs }));
}
