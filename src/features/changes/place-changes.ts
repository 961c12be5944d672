import type { TeamDb } from '../../db/team-db.ts';

/** A page takes at most so many times 2,000 changes into the list. What is left makes `has_more` true. */
const MOST_TIMES = 10;

/** Gives places to the changes that are committed by now. The first call of a team begins its list. */
export async function placeChanges(db: TeamDb, now: Date): Promise<void> {
  const place = () =>
    db.write<{ more: boolean }>('select place_changes($1, $2, true) as more', [now]);
  for (let n = 0; n < MOST_TIMES && (await place())?.more; n++);
}
