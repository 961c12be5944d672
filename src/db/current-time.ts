import { type Clock, databaseClock } from '../shared/time/clock.ts';
import type { Queryable } from './team-db.ts';

/** The time for work without a request. A request gets its time from admission. */
export async function currentTime(db: Queryable, clock: Clock = databaseClock): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select coalesce($1::timestamptz, now()) as now', [
    clock.stoppedAt(),
  ]);
  if (!rows[0]) throw new Error('The database does not tell the time');
  return rows[0].now;
}
