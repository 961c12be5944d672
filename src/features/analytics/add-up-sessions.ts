import { perDimension, withLookedUpEvaluation } from './figures.ts';
import { floor } from './moments.ts';

export const sumColumns = `sessions, scored, with_total, total, ${perDimension((name) => name)}`;

/** Sums of days and hours are kept for the last 61 days alone. An hour that began before them has no sum. */
const RECENT = `interval '1464 hours'`;
export const isRecent = (begin: string, until = '$2::timestamptz') =>
  `${begin} >= ${until} - ${RECENT}`;

/** All sessions, as rows `t`. `addUp` takes those of one team. */
const ofTeam = 'training t';
/** The sessions of some members in some weeks. `$3` and `$4` have the same length. `addUp` binds the team. */
export const ofWeeks = `unnest($3::text[], $4::timestamptz[]) w (of_member, monday)
  join training t on t.member_id = w.of_member
    and t.created_at >= w.monday and t.created_at < w.monday + interval '168 hours'`;

/**
 * A statement that adds up the sessions of a team that began before `$2`. Each session counts in
 * four spans.
 */
export const addUp = (which: string, from = ofTeam) => `
  select $1, b.span, b.begins_at, t.member_id, count(*), count(e.training_id), count(e.total),
    coalesce(sum(e.total), 0), ${perDimension((name) => `coalesce(sum(e.${name}), 0)`)}
  from ${from} ${withLookedUpEvaluation}
  cross join lateral (values ('all', 'epoch'::timestamptz),
    ('week', ${floor('week', 't.created_at')}), ('day', ${floor('day', 't.created_at')}),
    ('hour', ${floor('hour', 't.created_at')})) b (span, begins_at)
  where t.tenant_id = $1 and t.created_at < $2::timestamptz and ${which}
    and (b.span = any ('{all,week}') or ${isRecent('b.begins_at')})
  group by b.span, b.begins_at, t.member_id`;

const MEMBERS_AT_ONCE = 10;

/** Works through a list in parts, so that no statement takes long. */
export async function inParts<T>(
  members: readonly T[],
  work: (some: T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < members.length; from += MEMBERS_AT_ONCE) {
    await work(members.slice(from, from + MEMBERS_AT_ONCE));
  }
}
