import type pg from 'pg';
import { Gauge } from 'prom-client';
import { currentTime } from '../../db/current-time.ts';
import type { Clock } from '../../shared/clock.ts';
import { every } from '../../shared/every.ts';
import type { Logger } from '../../shared/log.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

const INTERVAL_MS = 500;
/** The most teams of one round. */
const BATCH = 1_000;

const lag = new Gauge({
  name: 'event_feed_lag_seconds',
  help: 'The age of the oldest committed event without a position in its feed; 0 when there is none.',
  aggregator: 'max',
});

// Feeds that wait for their beginning are opened here too, so that their first reader need not wait.
const waitingFeeds = {
  name: 'feeds to place',
  text: `select w.tenant_id, min(w.created_at) as oldest_at from (
      select e.tenant_id, e.created_at from kept_event e
      join event_feed f on f.tenant_id = e.tenant_id and f.keeps
      where e.feed_position is null
      union all select f.tenant_id, null from event_feed f where f.keeps and f.opened_at is null) w
    group by w.tenant_id limit ${BATCH}`,
};

/** Gives positions to the committed events of all teams once. Readers do so for their own team. */
export async function placeAllEvents({ pool, clock }: Omit<Deps, 'log'>): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string; oldest_at: Date | null }>(waitingFeeds);
  const now = await currentTime(pool, clock);
  const ages = rows.map(({ oldest_at }) => (oldest_at ? now.getTime() - oldest_at.getTime() : 0));
  lag.set(Math.max(0, ...ages) / 1000);
  for (const { tenant_id } of rows) {
    const values = [tenant_id, now];
    await pool.query({ name: 'place events', text: 'select place_events($1, $2)', values });
  }
}

/** Looks twice a second for events without a position. */
export function startPlacing(deps: Deps): { stop(): Promise<void> } {
  return every(INTERVAL_MS, () => placeAllEvents(deps), {
    log: deps.log,
    name: 'giving events positions',
    failed: (err) => deps.log.warn({ err }, 'events could not be given positions'),
  });
}
