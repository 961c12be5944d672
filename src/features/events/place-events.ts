import type { TeamDb } from '../../db/team-db.ts';

/**
 * Gives positions to the events that are committed by now. Code that reads events by their position calls this first.
 * Each call of the function places at most 2,000 events, so that its lock is short.
 */
export async function placeEvents(db: TeamDb, now: Date): Promise<void> {
  const place = () => db.write<{ more: boolean }>('select place_events($1, $2) as more', [now]);
  while ((await place())?.more);
}
