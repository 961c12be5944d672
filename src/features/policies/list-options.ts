import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { namedIn } from '../../shared/language/language.ts';
import { listEntries } from '../catalog/list-entries.ts';
import {
  checkCombination,
  checkCombinations,
  type Refusal,
  type RequestedDimension,
} from '../catalog/rules/check-combination.ts';
import { describeRefusals, namedBy } from './describe-refusals.ts';
import type { ExplainInput, Explanation, Option, Options } from './policies.schema.ts';

/**
 * The entries that the form of an assignment offers. An entry that would be refused together with the choices
 * in the other dimensions says why.
 */
export async function listOptions(
  call: PrismaCall & RequestCall,
  {
    member_id = null,
    situation_id = null,
    personality_id = null,
    industry_id = null,
  }: ExplainInput,
): Promise<Options> {
  await requireRecipient(call, member_id);
  const entries = (await listEntries(call, undefined)).filter(
    ({ released, dimension }) => released && dimension in columns,
  );
  const chosen = { situation_id, personality_id, industry_id };
  const requested = entries.map(({ id, dimension }) => ({
    ...chosen,
    [columns[dimension as RequestedDimension]]: id,
  }));
  const checks = await checkCombinations(call, requested, member_id);
  // A refusal that is only about the other dimensions is no reason against this entry.
  const refusals = entries.flatMap((entry, i) => {
    const first = checks[i]?.find((refusal) => isAbout(refusal, entry));
    return first ? [{ entry, first }] : [];
  });
  const reasons = await describeRefusals(
    call,
    refusals.map(({ first }) => first),
  );
  const blocked = new Map(refusals.map(({ entry }, i) => [entry, reasons[i]]));
  const offered = entries.map((entry): Option & Of => {
    const { id, dimension, names, icon } = entry;
    const name = namedIn(names, call.language);
    return { id, dimension, name, icon, blocked: blocked.get(entry) ?? null };
  });
  const optionsOf = (dimension: RequestedDimension) =>
    offered.flatMap(({ dimension: own, ...option }) => (own === dimension ? [option] : []));
  return {
    situation: optionsOf('situation'),
    personality: optionsOf('personality'),
    industry: optionsOf('industry'),
  };
}

type Of = { dimension: string };

const columns: Record<RequestedDimension, string> = {
  situation: 'situation_id',
  personality: 'personality_id',
  industry: 'industry_id',
};

function isAbout(refusal: Refusal, entry: { id: string; dimension: string }): boolean {
  return namedBy(refusal).some(
    ({ id, dimension }) => id === entry.id && dimension === entry.dimension,
  );
}

/**
 * Says why the recipient may not get this combination. The check is that of POST /assignments. A
 * part that is not chosen yet refuses nothing.
 */
export async function getExplanation(
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

/** Refuses a recipient whom POST /assignments would not find (D122, D123). Null if nobody is chosen yet. */
async function requireRecipient({ db, prisma }: PrismaCall, id: string | null): Promise<void> {
  if (id === null) return;
  const member = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, id, status: { not: 'removed' } },
    select: { id: true },
  });
  if (!member) throw new ApiError('not_found', { because: 'no_such_member' });
}
