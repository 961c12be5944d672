import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import { CreatedJson } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockActiveMember } from '../members/rules/lock-active-member.ts';
import type { Case, createCaseInput } from './cases.schema.ts';
import { insertCase } from './insert-case.ts';

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
