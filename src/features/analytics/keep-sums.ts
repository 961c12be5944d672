import type { TeamDb } from '../../db/team-db.ts';
import { addUp, forSomeMembers, isRecent, sumColumns } from './add-up-sessions.ts';

/** The analytics of fewer sessions are computed as quickly without sums. */
export const SESSIONS_TO_KEEP_SUMS = 5_000;

const HOUR_MS = 3_600_000;
/** Longer than any transaction lasts that adds a session without a note (P162). */
const LAG_MS = 2 * HOUR_MS;
/** After a longer pause all sums are made anew, member by member, because no statement may take long. */
const PAUSE_MS = 7 * 24 * HOUR_MS;

/** The full hour before which sessions are in the sums. */
export function keptUntil(now: Date): Date {
  return new Date(Math.floor((now.getTime() - LAG_MS) / HOUR_MS) * HOUR_MS);
}

const addSums = (which: string) => `
  insert into analytics_sum as s (tenant_id, span, begins_at, member_id, ${sumColumns}) ${addUp(which)}
  on conflict (tenant_id, span, begins_at, member_id) do update set
    ${sumColumns.replaceAll(/\w+/g, (name) => `${name} = s.${name} + excluded.${name}`)}`;

const addMembers = addSums('t.member_id = any ($3)');
const addNewest = addSums('t.created_at >= $3::timestamptz and t.member_id <> all ($4)');

/**
 * Brings the sums of a large team up to a full hour. It reads the sessions themselves, all at one
 * moment, so the sums are right whatever has changed: a change that it does not see has noted itself,
 * and its note stays. Of two at once, PostgreSQL refuses the second (40001, 55P03).
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

type Note = { member_id: string; is_kept: boolean };

/** Takes away the notes of the changes that this transaction sees. */
function takeNotes(db: TeamDb, from: Date, until: Date | 'infinity'): Promise<Note[]> {
  return db.rows<Note>(
    `delete from analytics_change c where c.tenant_id = $1 and c.at < $3::timestamptz
     returning c.member_id, c.at < $2::timestamptz as is_kept`,
    [from, until],
  );
}

async function bringUp(db: TeamDb, from: Date, until: Date): Promise<void> {
  const notes = await takeNotes(db, from, until);
  const kept = notes.filter(({ is_kept }) => is_kept).map(({ member_id }) => member_id);
  const changed = [...new Set(kept)];
  await db.write('delete from analytics_sum s where s.tenant_id = $1 and s.member_id = any ($2)', [
    changed,
  ]);
  await db.write(
    `delete from analytics_sum s where s.tenant_id = $1 and s.span = any ('{day,hour}')
       and not ${isRecent('s.begins_at')}`,
    [until],
  );
  await db.write(addNewest, [until, from, changed]);
  await addAll(db, changed, until);
  await db.write('update analytics_state s set kept_until = $2 where s.tenant_id = $1', [until]);
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
  // First, because it fails if another process makes the sums.
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
  return forSomeMembers(members, async (some) => {
    await db.write(addMembers, [until, some]);
  });
}
