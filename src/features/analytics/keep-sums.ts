import type { TeamDb } from '../../db/team-db.ts';
import { HOUR_MS, WEEK_MS } from '../../shared/time/durations.ts';
import { addUp, inParts, isRecent, ofWeeks, sumColumns } from './add-up-sessions.ts';

/** With fewer sessions the analytics are as quick without sums. */
export const SESSIONS_TO_KEEP_SUMS = 5_000;

/** This is longer than any transaction that adds a session without a note. */
const LAG_MS = 2 * HOUR_MS;
/**
 * If no worker has kept the sums for longer than this, all sums are made again, member by member,
 * because no statement may take long.
 */
const PAUSE_MS = WEEK_MS;

/** The full hour before which sessions are in the sums. */
export function keptUntil(now: Date): Date {
  return new Date(Math.floor((now.getTime() - LAG_MS) / HOUR_MS) * HOUR_MS);
}

// Sums that are read together are stored beside each other.
const addSums = (which: string, from?: string) => `
  insert into analytics_sum as s (tenant_id, span, begins_at, member_id, ${sumColumns})
  ${addUp(which, from)} order by 2, 3
  on conflict (tenant_id, span, begins_at, member_id) do update set
    ${sumColumns.replaceAll(/\w+/g, (name) => `${name} = s.${name} + excluded.${name}`)}`;

const addMembers = addSums('t.member_id = any ($3)');
const addWeeks = addSums("t.created_at < $5::timestamptz and b.span <> 'all'", ofWeeks);
const addNewest = addSums('t.created_at >= $3::timestamptz and t.member_id <> all ($4)');

/**
 * Brings the sums of a large team up to a full hour. It reads the sessions themselves, all at one
 * moment. So the sums are right, whatever has changed: a change that this transaction does not see
 * has left a note, and this note stays. If two processes do this at once, PostgreSQL refuses the
 * second (40001, 55P03).
 */
export async function keepSums(
  db: TeamDb,
  until: Date,
  atLeast = SESSIONS_TO_KEEP_SUMS,
): Promise<void> {
  const state = await db.row<{ kept_until: Date }>(
    'select s.kept_until from analytics_state s where s.tenant_id = $1 for update nowait',
  );
  if (state && until.getTime() - state.kept_until.getTime() <= PAUSE_MS) {
    await bringUp(db, state.kept_until, until < state.kept_until ? state.kept_until : until);
  } else if (await hasSessions(db, atLeast)) {
    await makeAnew(db, until);
  } else {
    await takeNotes(db, until, 'infinity');
    await db.write('delete from analytics_state s where s.tenant_id = $1');
    await db.write('delete from analytics_sum s where s.tenant_id = $1');
  }
}

type Note = { member_id: string; is_kept: boolean; monday: Date; is_whole: boolean };

/**
 * Removes the notes of the changes that this transaction sees. A note with a time in 1970 is about
 * all sessions of the member.
 */
function takeNotes(db: TeamDb, from: Date, until: Date | 'infinity'): Promise<Note[]> {
  return db.writeRows<Note>(
    `delete from analytics_change c where c.tenant_id = $1 and c.at < $3::timestamptz
     returning c.member_id, c.at < $2::timestamptz as is_kept, ${mondayOf('c.at')} as monday,
       c.at = 'epoch' as is_whole`,
    [from, until],
  );
}

async function bringUp(db: TeamDb, from: Date, until: Date): Promise<void> {
  const notes = (await takeNotes(db, from, until)).filter(({ is_kept }) => is_kept);
  const whole = new Set(notes.flatMap(({ is_whole, member_id }) => (is_whole ? member_id : [])));
  const weeks = weeksOf(notes.filter(({ member_id }) => !whole.has(member_id)));
  const changed = [...whole];
  await db.write('delete from analytics_sum s where s.tenant_id = $1 and s.member_id = any ($2)', [
    changed,
  ]);
  await db.write(
    `delete from analytics_sum s where s.tenant_id = $1 and s.span = any ('{day,hour}')
       and not ${isRecent('s.begins_at')}`,
    [until],
  );
  await inParts(weeks, (some) => addWeeksAgain(db, some, { from, until }));
  await db.write(addNewest, [until, from, changed]);
  await addAll(db, changed, until);
  await addWeeksUp(db, [...new Set(weeks.map(({ member_id }) => member_id))]);
  await db.write('update analytics_state s set kept_until = $2 where s.tenant_id = $1', [until]);
}

type Week = { member_id: string; monday: Date };

function weeksOf(notes: readonly Week[]): Week[] {
  const keyOf = ({ member_id, monday }: Week) => `${monday.getTime()} ${member_id}`;
  return [...new Map(notes.map((note) => [keyOf(note), note])).values()];
}

/** The start of the week in UTC, without a function that asks for the time zone of the connection. */
const mondayOf = (time: string) =>
  `date_trunc('week', ${time} at time zone 'UTC') at time zone 'UTC'`;

/** Adds up again the changed weeks of members, up to the hour of the sums. */
async function addWeeksAgain(
  db: TeamDb,
  weeks: readonly Week[],
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  const [members, mondays] = [
    weeks.map(({ member_id }) => member_id),
    weeks.map(({ monday }) => monday),
  ];
  await db.write(
    `delete from analytics_sum s
     using unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) w (of_member, monday, next)
     where s.tenant_id = $1 and s.member_id = w.of_member and s.span = any ('{week,day,hour}')
       and s.begins_at >= w.monday and s.begins_at < w.next`,
    [members, mondays, mondays.map((monday) => new Date(monday.getTime() + WEEK_MS))],
  );
  await db.write(addWeeks, [until, members, mondays, from]);
}

/** Adds up the weeks of members to the sums of all time: every session is in one of the weeks. */
async function addWeeksUp(db: TeamDb, members: readonly string[]): Promise<void> {
  if (members.length === 0) return;
  await db.write(
    `delete from analytics_sum s where s.tenant_id = $1 and s.member_id = any ($2)
       and s.span = 'all'`,
    [members],
  );
  const sums = sumColumns.replaceAll(/\w+/g, (name) => `sum(s.${name})`);
  await db.write(
    `insert into analytics_sum (tenant_id, span, begins_at, member_id, ${sumColumns})
     select $1, 'all', 'epoch', s.member_id, ${sums} from analytics_sum s
     where s.tenant_id = $1 and s.member_id = any ($2) and s.span = 'week' group by s.member_id`,
    [members],
  );
}

async function hasSessions(db: TeamDb, atLeast: number): Promise<boolean> {
  const row = await db.row<{ found: number }>(
    `select count(*) as found
     from (select from training t where t.tenant_id = $1 limit $2::bigint) t`,
    [atLeast],
  );
  return (row?.found ?? 0) >= atLeast;
}

async function makeAnew(db: TeamDb, until: Date): Promise<void> {
  // This comes first, because it fails if another process makes the sums.
  await db.write(
    `insert into analytics_state as s (tenant_id, kept_until, checked_at)
     select $1, $2::timestamptz, $2::timestamptz on conflict (tenant_id)
     do update set kept_until = excluded.kept_until, checked_at = excluded.checked_at`,
    [until],
  );
  await takeNotes(db, until, until);
  await db.write('delete from analytics_sum s where s.tenant_id = $1');
  const members = await db.rows<{ id: string }>('select m.id from member m where m.tenant_id = $1');
  const ids = members.map(({ id }) => id);
  await addAll(db, ids, until);
}

function addAll(db: TeamDb, members: readonly string[], until: Date): Promise<void> {
  return inParts(members, async (some) => {
    await db.write(addMembers, [until, some]);
  });
}
