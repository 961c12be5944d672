import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { namedIn } from '../../shared/language.ts';
import { listEntries } from '../catalog/list-entries.ts';
import {
  type AskedDimension,
  checkCombinations,
  type Refusal,
} from '../catalog/rules/check-combination.ts';
import { describeRefusals, namedBy } from './describe-refusals.ts';
import type { ExplainInput, Option, Options } from './policies.schema.ts';
import { requireRecipient } from './require-recipient.ts';

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
  const asked = entries.map(({ id, dimension }) => ({
    ...chosen,
    [columns[dimension as AskedDimension]]: id,
  }));
  const checks = await checkCombinations(call, asked, member_id);
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
  const optionsOf = (dimension: AskedDimension) =>
    offered.flatMap(({ dimension: own, ...option }) => (own === dimension ? [option] : []));
  return {
    situation: optionsOf('situation'),
    personality: optionsOf('personality'),
    industry: optionsOf('industry'),
  };
}

type Of = { dimension: string };

const columns: Record<AskedDimension, string> = {
  situation: 'situation_id',
  personality: 'personality_id',
  industry: 'industry_id',
};

function isAbout(refusal: Refusal, entry: { id: string; dimension: string }): boolean {
  return namedBy(refusal).some(
    ({ id, dimension }) => id === entry.id && dimension === entry.dimension,
  );
}
