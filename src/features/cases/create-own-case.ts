import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { requireOwnTeam } from '../sandboxes/require-own-team.ts';
import type { Case, CaseContent } from './cases.schema.ts';
import { insertCase } from './insert-case.ts';
import { isOwnCase, MAX_OWN_CASES } from './own-cases.schema.ts';

/**
 * Creates a private case of the person who asks. Changes of private cases have no audit entry,
 * because admins read the audit log.
 */
export async function createOwnCase(
  call: TeamVisit,
  content: CaseContent,
): Promise<JsonText<Case>> {
  requireOwnTeam(call);
  const { memberId } = call.actor;
  await requireRoom(call, memberId);
  const { json } = await insertCase(call, { memberId, visibility: 'private', content });
  return new JsonText(json);
}

/**
 * Refuses a case if the member has too many. Two cases that are made at once may exceed the limit
 * by one; this does no harm.
 */
async function requireRoom({ db }: TeamVisit, memberId: string): Promise<void> {
  const found = await db.row<{ count: number }>(
    `select count(*)::integer as count from team_case c where ${isOwnCase(2).join(' and ')}`,
    [memberId],
  );
  if (found && found.count < MAX_OWN_CASES) return;
  throw new ApiError('conflict', { because: ['too_many_private_cases', MAX_OWN_CASES] });
}
