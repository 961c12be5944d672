import type { SessionTeam } from './rights.ts';

/** The person works in a sandbox now. */
export function isSandbox(team: SessionTeam | null): boolean {
  return team !== null && team.sandbox_of !== null;
}
