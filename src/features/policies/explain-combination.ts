import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { noMember } from '../assignments/create-assignment.ts';
import type { Dimension } from '../catalog/dimensions.ts';
import { type FoundEntry, findEntries } from '../catalog/find-entries.ts';
import { checkCombination, problemOf, type Refusal } from '../catalog/rules/check-combination.ts';
import { describeReason } from './describe-reason.ts';
import type { ExplainInput, Explanation, Reason } from './policies.schema.ts';

/**
 * Why the recipient may not get this combination. The check is that of POST /assignments. What is not
 * chosen yet refuses nothing.
 */
export async function explainCombination(
  call: PrismaCall & RequestCall,
  { member_id = null, ...chosen }: ExplainInput,
): Promise<Explanation> {
  if (member_id !== null) await requireMember(call, member_id);
  const refusals = await checkCombination(call, {
    situation_id: chosen.situation_id ?? null,
    personality_id: chosen.personality_id ?? null,
    industry_id: chosen.industry_id ?? null,
    memberId: member_id,
  });
  const entries = await findEntries(
    call,
    refusals.flatMap((refusal) => namedBy(refusal).map(({ id }) => id)),
  );
  const reasons = refusals.map((refusal) => reasonOf(refusal, { entries, call }));
  return { allowed: reasons.length === 0, reasons };
}

/** Anyone who may be a recipient (D122, D123). */
async function requireMember({ db, prisma }: PrismaCall, id: string): Promise<void> {
  const member = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, id, status: { not: 'removed' } },
    select: { id: true },
  });
  if (!member) throw new ApiError('not_found', { detail: noMember });
}

type Named = { id: string; dimension: Dimension };

function namedBy(refusal: Refusal): Named[] {
  if (refusal.why !== 'rule') return [{ id: refusal.id, dimension: refusal.dimension }];
  const { situation_id, personality_id, industry_id } = refusal.rule;
  const named = { situation: situation_id, personality: personality_id, industry: industry_id };
  return (['situation', 'personality', 'industry'] as const).flatMap((dimension) => {
    const id = named[dimension];
    return id === null ? [] : [{ id, dimension }];
  });
}

type Known = { entries: Map<string, FoundEntry>; call: RequestCall };

function reasonOf(refusal: Refusal, { entries, call: { language } }: Known): Reason {
  const named = namedBy(refusal).map(({ id, dimension }) => {
    const names = entries.get(id)?.names;
    return { id, dimension, name: names?.[language] ?? names?.de ?? null };
  });
  const why = refusal.why === 'unknown' ? invisible(refusal, entries) : refusal.why;
  const rule = refusal.why === 'rule' ? { id: refusal.rule.id, own: refusal.rule.own } : null;
  const policy: Reason['policy'] =
    refusal.why === 'policy'
      ? { of: refusal.of_member ? 'member' : 'team', mode: refusal.mode }
      : null;
  const code = problemOf(refusal).code as Reason['code'];
  const reason = { why, code, entries: named, rule, policy };
  return { ...reason, text: describeReason(reason, language) };
}

/** Of what is unknown to members, an admin also sees entries that are not released. */
function invisible(
  { id, dimension }: Extract<Refusal, { why: 'unknown' }>,
  entries: Map<string, FoundEntry>,
): Reason['why'] {
  const entry = entries.get(id);
  if (entry?.dimension !== dimension) return 'unknown';
  return entry.discontinued ? 'discontinued' : 'not_released';
}
