import { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { editVersion } from '../../shared/edit-version-input.ts';
import { pageInput } from '../../shared/page-schema.ts';
import { caseContent, caseIdInput, caseShape } from './cases.schema.ts';

/** How many private cases a member may have. */
export const MAX_OWN_CASES = 500;

export const listOwnCasesInput = z.strictObject(pageInput);

export const createOwnCaseInput = z.strictObject(caseContent);

export const changeOwnCaseInput = caseIdInput.extend({ version: editVersion, ...caseContent });

/**
 * The condition of a private case: only its member sees it, whatever role anybody has (D134).
 * `member` is the number of the parameter with the member.
 */
export function isOwnCase(member: number): string[] {
  return ['c.tenant_id = $1', `c.visibility = 'private'`, `c.member_id = $${member}`];
}

/** One private case as JSON, given its id as `$2` and the member as `$3`. */
export const ownCaseById = `select ${asJson(caseShape)}
  from team_case c
  where ${isOwnCase(3).join(' and ')} and c.id = $2`;
