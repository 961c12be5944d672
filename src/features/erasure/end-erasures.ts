import { lockInTeam } from '../../db/lock-in-team.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Call } from '../../operation/call.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';

type End = {
  /** The account, if it was erased too. */
  personId: string | null;
  /** When the erasure ends, if the clock stands still. Null: now. */
  standsAt: Date | null;
};

/**
 * Ends the erasures of these members that have not ended yet, and raises `member.erased` for each. The erasures of
 * a team end one after the other, each later than all before: who knows the newest erasure has missed none. With the
 * time at which its job began, a long erasure would appear behind one that a copy knows already.
 */
export async function endErasures(
  call: Call,
  memberIds: readonly string[],
  { personId, standsAt }: End,
): Promise<void> {
  const { db } = call;
  await lockInTeam(db, 'erasures');
  const ended = await db.writeRows<{ member_id: string; finished_at: Date }>(
    `update erasure x set person_id = coalesce($3, x.person_id), finished_at = greatest(
       coalesce($4::timestamptz, clock_timestamp()),
       (select max(e.finished_at) + interval '1 ms' from erasure e where e.tenant_id = $1))
     where x.tenant_id = $1 and x.member_id = any ($2) and x.finished_at is null
     returning x.member_id, x.finished_at`,
    [memberIds, personId, standsAt],
  );
  const users = await usersOf(
    db,
    ended.map(({ member_id }) => member_id),
  );
  for (const { member_id, finished_at } of ended) {
    const data = { member_id, user_id: users.get(member_id) ?? personId };
    await raiseEvent({ ...call, now: finished_at }, 'member.erased', data);
  }
}

/** The people of these memberships. Members may be on another server than erasures. */
export async function usersOf(
  db: TeamDb,
  memberIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.rows<{ id: string; user_id: string | null }>(
    'select m.id, m.user_id from member m where m.tenant_id = $1 and m.id = any ($2)',
    [memberIds],
  );
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}
