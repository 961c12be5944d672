import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { catalogRules, effectivePolicy, visibleCatalog } from '../team-catalog.ts';

/** What is not chosen yet, while somebody fills a form, is null and refuses nothing. */
export type Combination = {
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
  /**
   * The recipient. Policies for this person override the team's, once the person has joined (D126). Null:
   * the team's policies count.
   */
  memberId: string | null;
};

/** The three dimensions of an assignment. */
type AskedDimension = 'situation' | 'personality' | 'industry';

type RuleOfCatalog = Omit<Combination, 'memberId'> & {
  id: string;
  /** A rule of the team. Otherwise it is one of all teams. */
  own: boolean;
  /** The one that the problem names (D125). */
  dimension: AskedDimension;
};

/** One reason why a combination is refused. */
export type Refusal =
  | { why: 'unknown'; dimension: AskedDimension; id: string }
  | { why: 'rule'; rule: RuleOfCatalog }
  | {
      why: 'policy';
      dimension: AskedDimension;
      id: string;
      /** The policy of the member, or else the team's. */
      of_member: boolean;
      mode: 'allow' | 'block';
    };

type Check = { unknown: Refusal[]; broken_rules: Refusal[]; blocked: Refusal[] };

const activeMember = `(select m.id from member m
    where m.tenant_id = $1 and m.id = $5 and m.status = 'active')`;

const list = (item: string, order: string) =>
  `coalesce(json_agg(${item} order by ${order}), '[]'::json)`;

const combinationCheck = `with asked as (
    select v.n, v.dimension, v.id from (values
      (1, 'situation', $2::text), (2, 'personality', $3::text), (3, 'industry', $4::text)
    ) v (n, dimension, id)
    where v.id is not null
  )
  select
    (select ${list(`json_build_object('why', 'unknown', 'dimension', a.dimension, 'id', a.id)`, 'a.n')}
      from asked a
      where not exists (
        select from ${visibleCatalog} v where v.id = a.id and v.dimension = a.dimension)) as unknown,
    (select ${list(`json_build_object('why', 'rule', 'rule', row_to_json(r))`, 'r.own, r.id')}
      from ${catalogRules} r
      where (r.situation_id is null or r.situation_id = $2)
        and (r.personality_id is null or r.personality_id = $3)
        and (r.industry_id is null or r.industry_id = $4)) as broken_rules,
    (select ${list(
      `json_build_object('why', 'policy', 'dimension', a.dimension, 'id', a.id,
        'of_member', e.of_member, 'mode', e.mode)`,
      'a.n',
    )}
      from asked a join ${effectivePolicy(activeMember)} e on e.dimension = a.dimension
      where (e.mode = 'allow') <> (a.id = any (e.entry_ids))) as blocked`;

/**
 * Why the recipient may not get this combination. Unknown entries come first, then rules of the catalog,
 * then policies (D124): the first refusal is the one that counts. It refuses an assignment, and explains
 * to an admin why it would be refused.
 */
export async function checkCombination({ db }: Call, asked: Combination): Promise<Refusal[]> {
  const { situation_id, personality_id, industry_id, memberId } = asked;
  const params = [situation_id, personality_id, industry_id, memberId];
  const check = await db.row<Check>(combinationCheck, params);
  if (!check) throw new Error('The combination was not checked');
  return [...check.unknown, ...check.broken_rules, ...check.blocked];
}

/** What POST /assignments answers if the combination is refused. */
export function refuseCombination([first]: Refusal[]): void {
  if (first) throw problemOf(first);
}

/**
 * The problem has an `id` only for an unknown entry, and no `dimension` when a policy blocks (D125).
 */
export function problemOf(refusal: Refusal): ApiError {
  switch (refusal.why) {
    case 'unknown': {
      const { dimension, id } = refusal;
      const detail = `This ${dimension} is unknown or not visible to the team.`;
      return new ApiError('kombination_ungueltig', { detail, dimension, id });
    }
    case 'rule': {
      const detail = 'A rule of the catalog forbids this combination.';
      return new ApiError('kombination_ungueltig', { detail, dimension: refusal.rule.dimension });
    }
    case 'policy': {
      const detail = 'A policy of the recipient blocks the situation, personality or industry.';
      return new ApiError('vorgabe_gesperrt', { detail });
    }
  }
}
