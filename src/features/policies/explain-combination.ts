import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { checkCombination } from '../catalog/rules/check-combination.ts';
import { describeRefusals } from './describe-refusals.ts';
import type { ExplainInput, Explanation } from './policies.schema.ts';
import { requireRecipient } from './require-recipient.ts';

/**
 * Says why the recipient may not get this combination. The check is that of POST /assignments. A
 * part that is not chosen yet refuses nothing.
 */
export async function explainCombination(
  call: PrismaCall & RequestCall,
  { member_id = null, ...chosen }: ExplainInput,
): Promise<Explanation> {
  await requireRecipient(call, member_id);
  const refusals = await checkCombination(call, {
    situation_id: chosen.situation_id ?? null,
    personality_id: chosen.personality_id ?? null,
    industry_id: chosen.industry_id ?? null,
    memberId: member_id,
  });
  const reasons = await describeRefusals(call, refusals);
  return { allowed: reasons.length === 0, reasons };
}
