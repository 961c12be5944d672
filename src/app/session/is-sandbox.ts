import type { SessionTeam } from './rights.ts';

/** Whether the person works in a sandbox. */
export function isSandbox(team: SessionTeam | null): boolean {
  return team !== null && team.sandbox_of !== null;
}
