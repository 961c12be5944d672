import type { TeamVisit } from '../../operation/call.ts';
import { firstDay } from '../../shared/time/kept-days.ts';
import { indexedConditions } from './line-conditions.ts';

/** The most requests that are looked at, because more would keep people waiting. */
const MOST_READ = 50_000;
/** Of fewer requests, 95 % would be all of them, and the slowest alone would be the figure. */
const LEAST = 20;

/** A program by its first key, and all its keys. */
type Programs = ReadonlyMap<string | undefined, readonly { key_id: string }[]>;

/**
 * The milliseconds within which 95 % of the requests of each program were answered, refused ones too: of the newest
 * requests of the team, in the thirty days that the log shows.
 */
export async function findDurations(
  { db, now }: Pick<TeamVisit, 'db' | 'now'>,
  programs: Programs,
  { since, until }: { since: Date; until: Date },
  most = MOST_READ,
): Promise<Map<string, number>> {
  const from = new Date(Math.max(since.getTime(), firstDay(now).getTime()));
  const span = { since: from.toISOString(), until: until.toISOString() };
  const { where, params } = indexedConditions(span, { now });
  const [keys, ofProgram, limit] = [2, 3, 4].map((n) => `$${params.length + n}`);
  const pairs = [...programs].flatMap(([program = '', ofKeys]) =>
    ofKeys.map(({ key_id }) => ({ program, key_id })),
  );
  const rows = await db.rows<{ program: string; ms: number }>(
    `with newest as materialized (
       select r.key_id, r.ms from request_log_line r
       where ${where.join(' and ')}
       order by r.slot desc, r.created_at desc, r.request_id desc limit ${limit}::integer
     )
     select p.program, percentile_disc(0.95) within group (order by n.ms) as ms
     from newest n join unnest(${keys}::text[], ${ofProgram}::text[]) p (key_id, program)
       on p.key_id = n.key_id
     group by p.program having count(*) >= ${LEAST}`,
    [...params, pairs.map(({ key_id }) => key_id), pairs.map(({ program }) => program), most],
  );
  return new Map(rows.map(({ program, ms }) => [program, ms]));
}
