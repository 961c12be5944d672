import type pg from 'pg';
import { Counter, Gauge } from 'prom-client';
import { currentTime } from '../../db/current-time.ts';
import type { Clock } from '../../shared/time/clock.ts';

const waiting = new Gauge({
  name: 'intake_waiting_sessions',
  help: 'Training sessions of all teams of which something has arrived, and not the start.',
  aggregator: 'max',
});
const oldest = new Gauge({
  name: 'intake_oldest_waiting_seconds',
  help: 'How long the first of them has waited at the last look; 0 when none waits.',
  aggregator: 'max',
});
const dropped = new Counter({
  name: 'intake_dropped_sessions_total',
  help: 'Training sessions whose start has not come in time: what had arrived was deleted.',
});

/** Counts the sessions that wait for their start. The index contains only such sessions. */
export async function observeWaitingSessions({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const now = await currentTime(pool, clock);
  const { rows } = await pool.query<{ waiting: number; oldest: Date | null }>(
    `select count(*)::integer as waiting, min(waiting_since) as oldest
     from training_intake where waiting_since is not null`,
  );
  const [found] = rows;
  waiting.set(found?.waiting ?? 0);
  const since = found?.oldest ?? now;
  oldest.set(Math.max(0, now.getTime() - since.getTime()) / 1000);
}

export function countDroppedSessions(count: number): void {
  dropped.inc(count);
}
