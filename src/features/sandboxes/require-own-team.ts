import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';

/**
 * Refuses a call in a sandbox if it needs the caller to be a member there. The visitors of a sandbox are
 * members of its team.
 */
export function requireOwnTeam({ db }: TeamVisit): void {
  if (db.home !== db) throw new ApiError('conflict', { because: 'not_a_member_of_sandbox' });
}
