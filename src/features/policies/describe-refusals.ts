import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { namedIn } from '../../shared/language/language.ts';
import type { CatalogDimension } from '../catalog/catalog-dimensions.ts';
import { type FoundEntry, findEntries } from '../catalog/find-entries.ts';
import { problemOf, type Refusal } from '../catalog/rules/check-combination.ts';
import { describeReason } from './describe-reason.ts';
import type { Reason } from './policies.schema.ts';

/** Describes each refusal, with the names of the entries. */
export async function describeRefusals(
  call: PrismaCall & RequestCall,
  refusals: readonly Refusal[],
): Promise<Reason[]> {
  const ids = refusals.flatMap((refusal) => namedBy(refusal).map(({ id }) => id));
  const entries = await findEntries(call, ids);
  return refusals.map((refusal) => reasonOf(refusal, { entries, call }));
}

type Named = { id: string; dimension: CatalogDimension };

/** The entries that a refusal is about. */
export function namedBy(refusal: Refusal): Named[] {
  if (refusal.why !== 'rule') return [{ id: refusal.id, dimension: refusal.dimension }];
  const { situation_id, personality_id, industry_id } = refusal.rule;
  const named = { situation: situation_id, personality: personality_id, industry: industry_id };
  return (['situation', 'personality', 'industry'] as const).flatMap((dimension) => {
    const id = named[dimension];
    return id === null ? [] : [{ id, dimension }];
  });
}

type Lookup = { entries: Map<string, FoundEntry>; call: RequestCall };

function reasonOf(refusal: Refusal, { entries, call: { language } }: Lookup): Reason {
  const named = namedBy(refusal).map(({ id, dimension }) => {
    const names = entries.get(id)?.names;
    return { id, dimension, name: (names && namedIn(names, language)) ?? null };
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

/** Entries that members cannot see. An admin also sees entries that are not released. */
function invisible(
  { id, dimension }: Extract<Refusal, { why: 'unknown' }>,
  entries: Map<string, FoundEntry>,
): Reason['why'] {
  const entry = entries.get(id);
  if (entry?.dimension !== dimension) return 'unknown';
  return entry.discontinued ? 'discontinued' : 'not_released';
}
