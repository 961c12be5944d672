import { isOneOf, type RightOf, rights, type TeamWho } from '../../auth/rights.ts';
import type { CurrentSession } from '../../features/session/session.schema.ts';

export type TeamRight = RightOf<TeamWho>;
export type SessionTeam = NonNullable<NonNullable<CurrentSession>['team']>;

/** For hiding what the server would refuse. Only the server's check protects. */
export function may(team: Pick<SessionTeam, 'role' | 'rights'>, right: TeamRight): boolean {
  return isOneOf(team, rights[right].who);
}
