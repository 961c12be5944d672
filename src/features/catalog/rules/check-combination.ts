import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { effectivePolicy, visibleCatalog } from '../team-catalog.ts';

export type Combination = {
  situation_id: string;
  personality_id: string;
  industry_id: string;
  /** The recipient. Policies for this person override the team's, once the person has joined (D126). */
  memberId: string;
};

type CombinationCheck = {
  unknown: { dimension: string; id: string } | null;
  broken_rule: string | null;
  blocked: boolean;
};

const activeMember = `(select m.id from member m
    where m.tenant_id = $1 and m.id = $5 and m.status = 'active')`;

export async function checkCombination(
  { db }: Call,
  asked: Combination,
): Promise<CombinationCheck> {
  const check = await db.row<CombinationCheck>(
    `with asked (n, dimension, id) as (
       values (1, 'situation', $2::text), (2, 'personality', $3::text), (3, 'industry', $4::text)
     )
     select
       (select json_build_object('dimension', a.dimension, 'id', a.id) from asked a
         where not exists (
           select from ${visibleCatalog} v where v.id = a.id and v.dimension = a.dimension)
         order by a.n limit 1) as unknown,
       (select r.dimension from catalog_rule r
         where (r.situation_id is null or r.situation_id = $2)
           and (r.personality_id is null or r.personality_id = $3)
           and (r.industry_id is null or r.industry_id = $4)
         order by r.id limit 1) as broken_rule,
       exists (select from asked a join ${effectivePolicy(activeMember)} e
         on e.dimension = a.dimension
         where (e.mode = 'allow') <> (a.id = any (e.entry_ids))) as blocked`,
    [asked.situation_id, asked.personality_id, asked.industry_id, asked.memberId],
  );
  if (!check) throw new Error('The combination was not checked');
  return check;
}

/**
 * Refuses a combination that the recipient may not get. An unknown entry comes first, then a rule of the
 * catalog, then a policy (D124). The problem has an `id` only for an unknown entry, and no
 * `dimension` when a policy blocks (D125).
 */
export function refuseCombination({ unknown, broken_rule, blocked }: CombinationCheck): void {
  if (unknown) {
    const detail = `This ${unknown.dimension} is unknown or not visible to the team.`;
    throw new ApiError('kombination_ungueltig', { detail, ...unknown });
  }
  if (broken_rule) {
    const detail = 'A rule of the catalog forbids this combination.';
    throw new ApiError('kombination_ungueltig', { detail, dimension: broken_rule });
  }
  if (blocked) {
    const detail = 'A policy of the recipient blocks the situation, personality or industry.';
    throw new ApiError('vorgabe_gesperrt', { detail });
  }
}
