import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { CreatedJson, JsonText } from '../../shared/json/json-text.ts';
import { forEachField } from '../../shared/schema/fields.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockActiveMember } from '../members/rules/lock-member.ts';
import { requireOwnTeam } from '../sandboxes/require-own-team.ts';
import { caseFields } from './case-fields.schema.ts';
import {
  type Case,
  type CaseContent,
  caseShape,
  type createCaseInput,
  isOwnCase,
  MAX_OWN_CASES,
} from './cases.schema.ts';

/** Creates a team case of an active member. For other people the answer is 404 (D134). */
export async function createCase(
  call: Call,
  { user_id, ...content }: z.output<typeof createCaseInput>,
): Promise<CreatedJson<Case>> {
  const memberId = await lockActiveMember(call, user_id);
  const { id, json } = await insertCase(call, { memberId, visibility: 'team', content });
  await recordAudit(call, { action: 'case.created', targetId: id });
  return new CreatedJson(id, json);
}

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

/** An insert names all columns, so that all cases have one statement. A list is empty, not null. */
const noContent = forEachField(caseFields, ({ kind }) => (kind === 'list' ? [] : null)) as {
  [F in keyof CaseContent]-?: null extends CaseContent[F] ? null : never[];
};

type NewCase = { memberId: string; visibility: 'team' | 'private'; content: CaseContent };

/** Inserts a case. Returns its id and the whole case as JSON. */
async function insertCase(
  { db, now }: Call,
  { memberId, visibility, content }: NewCase,
): Promise<{ id: string; json: string }> {
  const id = newId('cas', now);
  const times = { created_at: now, updated_at: now };
  const row = await db.insertReturning(
    'teamCase',
    { id, member_id: memberId, visibility, ...noContent, ...content, ...times },
    { as: 'c', select: `${asJson(caseShape)} from c` },
  );
  return { id, json: row.json };
}
