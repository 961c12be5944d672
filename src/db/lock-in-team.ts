import type { TeamDb } from './team-db.ts';

/**
 * Makes changes of one kind in a team run one after the other. The lock lasts until the transaction ends.
 */
export async function lockInTeam(db: TeamDb, what: string): Promise<void> {
  await db.row(`select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2::text, 0))`, [what]);
}
