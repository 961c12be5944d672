import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { CreatedJson, JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockActiveMember } from '../members/rules/lock-member.ts';
import { requireOwnTeam } from '../sandboxes/require-own-team.ts';
import {
  type Case,
  type CaseContent,
  caseShape,
  type createCaseInput,
  isOwnCase,
  MAX_OWN_CASES,
  valuesOf,
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

type NewCase = { memberId: string; visibility: 'team' | 'private'; content: CaseContent };

/** Inserts a case. Returns its id and the whole case as JSON. */
async function insertCase(
  { db, now }: Call,
  { memberId, visibility, content }: NewCase,
): Promise<{ id: string; json: string }> {
  const id = newId('cas', now);
  const row = await db.write<{ json: string }>(
    `with c as (
       insert into team_case (tenant_id, id, member_id, visibility, title, fields, persona_id,
         external_ref, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       returning *
     )
     select ${asJson(caseShape)}
     from c`,
    [id, memberId, visibility, ...valuesOf(content), now],
  );
  if (!row) throw new Error('The case was not inserted');
  return { id, json: row.json };
}
