import type { TestTeam } from '../../harness/team.ts';

/** A token of the owner for the command line. */
export async function tokenOf(team: TestTeam): Promise<string> {
  return team.owner.memberId;
}
