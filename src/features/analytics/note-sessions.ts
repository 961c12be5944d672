import type { Call } from '../../operation/call.ts';

/** The member and the time of a session that was begun, evaluated, corrected or removed. */
export type ChangedSession = { member_id: string; trained_at: Date };

/**
 * Notes that sessions have changed, in the transaction of the change. Until a worker has made the
 * sums of the week again, the analytics read the sessions of these members instead of their sums. Notes are only added,
 * so changes of one team at the same time do not wait for each other. No trigger does this, because Citus cannot route
 * a function that reads and writes tables of teams.
 */
export async function noteSessions(
  { db }: Pick<Call, 'db'>,
  sessions: readonly ChangedSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await db.write(
    `insert into analytics_change (tenant_id, at, id, member_id)
     select $1, min(s.at), gen_random_uuid(), s.member_id
     from unnest($2::text[], $3::timestamptz[]) s (member_id, at)
     group by s.member_id, date_trunc('week', s.at, 'UTC')`,
    [sessions.map(({ member_id }) => member_id), sessions.map(({ trained_at }) => trained_at)],
  );
}
