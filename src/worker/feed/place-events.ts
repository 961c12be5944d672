import type pg from 'pg';
import { Gauge } from 'prom-client';
import { currentTime } from '../../db/current-time.ts';
import { isSharded } from '../../db/sharding.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { every } from '../../shared/time/every.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

/** A feed that waits for its beginning is opened soon, so that its first reader need not wait. */
const OPEN_EVERY_MS = 500;
/** A reader gives positions itself, so the worker only keeps the events without a position few. */
const PLACE_EVERY_MS = 10_000;
/** The most teams of one statement that looks for work. */
const BATCH = 1_000;
/** How many teams one commit takes, and how many events about. */
const MOST = { teams: 50, events: 2_000 };

/** A reader of changes waits for the worker, if it does not ask at that moment. A look at an empty table costs little. */
const CHANGES_EVERY_MS = 100;
/** On several servers each look asks all of them, so it looks every second. */
const SHARDED_ROUNDS = 10;

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

const changed = {
  name: 'changes to place',
  text: `select n.tenant_id from change_note n
    union select f.tenant_id from change_feed f where f.opened_at is null and f.keeps limit ${BATCH}`,
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

/** Gives places to the committed changes of all teams, and opens lists of changes. */
async function placeAllChanges(
  { pool, clock }: Omit<Deps, 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string }>(changed);
  if (rows.length === 0) return;
  const now = await currentTime(pool, clock);
  for (const { tenant_id } of rows) {
    if (stopping?.aborted) return;
    const values = [tenant_id, now];
    await pool.query({
      name: 'place changes',
      text: 'select place_changes($1, $2, false)',
      values,
    });
  }
}

/** Opens feeds twice a second, and gives positions every ten seconds. */
export function startPlacing(deps: Deps): { stop(): Promise<void> } {
  const { log } = deps;
  const opening = every(OPEN_EVERY_MS, () => openFeeds(deps), {
    log,
    name: 'opening feeds',
    failed: (err) => log.warn({ err }, 'feeds could not be opened'),
  });
  const placing = every(PLACE_EVERY_MS, (stopping) => placeAllEvents(deps, stopping), {
    log,
    name: 'giving events positions',
    failed: (err) => log.warn({ err }, 'events could not be given positions'),
  });
  let round = 0;
  const placeChanges = async (stopping: AbortSignal) => {
    const client = await deps.pool.connect();
    client.release();
    round += 1;
    if (!isSharded(client) || round % SHARDED_ROUNDS === 0) await placeAllChanges(deps, stopping);
  };
  const changing = every(CHANGES_EVERY_MS, placeChanges, {
    log,
    name: 'giving changes positions',
    failed: (err) => log.warn({ err }, 'changes could not be given positions'),
  });
  const all = [opening, placing, changing];
  return { stop: async () => void (await Promise.all(all.map((work) => work.stop()))) };
}
