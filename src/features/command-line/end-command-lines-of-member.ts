import type { TeamDb } from '../../db/team-db.ts';

/**
 * Ends the command lines of a member whose right to the interfaces has ended. The trigger
 * `member_ends_command_lines` does the same wherever members and command lines are on one server.
 */
export async function endCommandLinesOfMember(db: TeamDb, userId: string | null): Promise<void> {
  if (userId !== null) await db.write('select end_command_lines($1, $2)', [userId]);
}
