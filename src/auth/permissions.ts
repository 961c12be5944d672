import { ApiError } from '../shared/errors/errors.ts';
import type { Actor } from './actor.ts';
import type { PersonalObject } from './privacy.ts';
import type { Right, RightOf, TeamWho } from './rights.ts';
import type { Scope } from './scopes.ts';

/** What an operation requires of its caller. A procedure without a permission does not compile. */
export type Permission = {
  /**
   * `null` only for `GET /me` (spec, Authentication 2). Several only for `GET /changes`, which asks for the scope of each
   * type itself (D185).
   */
  scope: Scope | readonly Scope[] | null;
  /** True if the route is refused while `member_detail_enabled` is off (D84). */
  needsMemberDetail: boolean;
  /**
   * The app's name for an operation that only REST executes while `member_detail_enabled` is off (D128). An edit in the
   * app compares with what the person has seen, and nobody sees it then: `stale` would tell that a member has trained.
   */
  refusedInApp?: string;
  /** The personal object in the answer. A privacy switch may hide some of its fields. */
  personal?: PersonalObject;
  /** Who may call the operation in the app. */
  app: RightOf<TeamWho | 'api_key'>;
};

/** The permission of a procedure that only the app has. */
export type AppPermission = { app: Right; personal?: PersonalObject };

export function authorise(
  actor: Actor,
  { scope, needsMemberDetail }: Pick<Permission, 'scope' | 'needsMemberDetail'>,
): void {
  if (actor.kind === 'key' && typeof scope === 'string' && !actor.scopes.includes(scope)) {
    throw new ApiError('insufficient_scope', {
      detail: `This operation needs the scope ${scope}.`,
      requiredScope: scope,
    });
  }
  if (needsMemberDetail) actor.privacy.requireMemberDetail();
}
