import { isOneOf, type RightOf, rights, type TeamWho } from '../../auth/rights.ts';
import type { CurrentSession } from '../../features/session/session.schema.ts';

export type TeamRight = RightOf<TeamWho>;
export type SessionTeam = NonNullable<NonNullable<CurrentSession>['team']>;

/** Says what the app may show. The server refuses the rest: this check only hides it. */
export function may(team: Pick<SessionTeam, 'role' | 'rights'>, right: TeamRight): boolean {
  return isOneOf(team, rights[right].who);
}

/** The server refuses every change of a suspended team. So the app offers only what reads. */
export function mayNow(
  team: Pick<SessionTeam, 'role' | 'rights' | 'status'>,
  right: TeamRight,
): boolean {
  return may(team, right) && (team.status !== 'suspended' || rights[right].proof === 'reads');
}

/** Whether the person works in a sandbox. */
export function isSandbox(team: SessionTeam | null): boolean {
  return team !== null && team.sandbox_of !== null;
}
