import type pg from 'pg';
import { Gauge } from 'prom-client';
import { currentTime } from '../../db/current-time.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { every } from '../../shared/time/every.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

/** A feed that waits for its beginning is opened soon, so that its first reader need not wait. */
const OPEN_EVERY_MS = 500;
/** A reader gives positions itself, so the worker only keeps the events without a position few. */
const PLACE_EVERY_MS = 10_000;
/** Of a team that writes once a second, each place of a single change would cost as much as the note. */
const PLACE_CHANGES_EVERY_MS = 60_000;
/** The most teams of one statement that looks for work. */
const BATCH = 1_000;
/** How many teams one commit takes, and how many events about. */
const MOST = { teams: 50, events: 2_000 };

const lag = new Gauge({
  name: 'event_feed_lag_seconds',
  help: 'The age of the oldest committed event without a position in its feed; 0 when there is none.',
  aggregator: 'max',
});

const unopened = {
  name: 'feeds to open',
  text: `select f.tenant_id from event_feed f where f.keeps and f.opened_at is null limit ${BATCH}`,
};

const waiting = {
  name: 'feeds to place',
  text: `select e.tenant_id, count(*)::integer as events, min(e.created_at) as oldest_at
    from kept_event e join event_feed f on f.tenant_id = e.tenant_id and f.keeps
    where e.feed_position is null and e.tenant_id > $1
    group by e.tenant_id order by e.tenant_id limit ${BATCH}`,
};

const unopenedLists = {
  name: 'lists of changes to open',
  text: `select f.tenant_id from change_feed f where f.opened_at is null and f.keeps limit ${BATCH}`,
};

const changed = {
  name: 'changes to place',
  text: `select distinct n.tenant_id from change_note n limit ${BATCH}`,
};

type Waiting = { tenant_id: string; events: number; oldest_at: Date };

/** Opens the feeds that can be opened. */
export async function openFeeds({ pool, clock }: Omit<Deps, 'log'>): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string }>(unopened);
  if (rows.length === 0) return;
  const now = await currentTime(pool, clock);
  for (const { tenant_id } of rows) {
    const values = [tenant_id, now];
    await pool.query({ name: 'place events', text: 'select place_events($1, $2)', values });
  }
}

/** Gives positions to the committed events of all teams. */
export async function placeAllEvents(
  { pool, clock }: Omit<Deps, 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  let oldestMs = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: Waiting[] } = await pool.query({ ...waiting, values: [after] });
    if (rows.length === 0) break;
    const now = await currentTime(pool, clock);
    oldestMs = Math.max(oldestMs, ...rows.map((row) => now.getTime() - row.oldest_at.getTime()));
    // Before the work, so that an operator sees the age of events that cannot be placed.
    lag.set(oldestMs / 1000);
    for (const teams of commitsOf(rows)) {
      if (stopping?.aborted) return;
      await placeEventsOf(pool, teams, now);
    }
    after = rows.length === BATCH ? rows.at(-1)?.tenant_id : undefined;
  }
  lag.set(oldestMs / 1000);
}

async function placeEventsOf(pool: pg.Pool, teams: string[], now: Date): Promise<void> {
  const text = 'select place_events_of_feeds($1, $2) as more';
  const place = async () => {
    const values = [teams, now];
    const { rows } = await pool.query<{ more: boolean }>({ name: 'place many', text, values });
    return rows[0]?.more;
  };
  while (await place());
}

/** Divides the teams among commits. */
function* commitsOf(rows: Waiting[]): Generator<string[]> {
  let teams: string[] = [];
  let count = 0;
  for (const { tenant_id, events } of rows) {
    if (teams.length === MOST.teams || (teams.length > 0 && count + events > MOST.events)) {
      yield teams;
      teams = [];
      count = 0;
    }
    teams.push(tenant_id);
    count += events;
  }
  yield teams;
}

/** Opens the lists of changes of these teams, or gives places to their committed changes. */
async function placeChangesOf(
  { pool, clock }: Omit<Deps, 'log'>,
  teams: typeof changed,
  stopping: AbortSignal,
): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string }>(teams);
  if (rows.length === 0) return;
  const now = await currentTime(pool, clock);
  let failed: unknown;
  for (const { tenant_id } of rows) {
    const values = [tenant_id, now];
    const place = async () => {
      const text = 'select place_changes($1, $2, false) as more';
      const placed = await pool.query<{ more: boolean }>({ name: 'place changes', text, values });
      return placed.rows[0]?.more;
    };
    try {
      while (!stopping.aborted && (await place()));
    } catch (err) {
      // The other teams do not wait for this one.
      failed = err;
    }
  }
  if (failed !== undefined) throw failed;
}

/** Opens feeds twice a second, and gives positions every ten seconds, or every minute. */
export function startPlacing(deps: Deps): { stop(): Promise<void> } {
  const { log } = deps;
  const open = async (stopping: AbortSignal) => {
    await openFeeds(deps);
    await placeChangesOf(deps, unopenedLists, stopping);
  };
  const opening = every(OPEN_EVERY_MS, open, {
    log,
    name: 'opening feeds',
    failed: (err) => log.warn({ err }, 'feeds could not be opened'),
  });
  const placing = every(PLACE_EVERY_MS, (stopping) => placeAllEvents(deps, stopping), {
    log,
    name: 'giving events positions',
    failed: (err) => log.warn({ err }, 'events could not be given positions'),
  });
  const placingChanges = every(
    PLACE_CHANGES_EVERY_MS,
    (stopping) => placeChangesOf(deps, changed, stopping),
    {
      log,
      name: 'giving changes positions',
      failed: (err) => log.warn({ err }, 'changes could not be given positions'),
    },
  );
  const all = [opening, placing, placingChanges];
  return { stop: async () => void (await Promise.all(all.map((work) => work.stop()))) };
}
