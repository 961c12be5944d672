import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { ERASED_EMAIL } from '../../erasure/replace-names.ts';
import { catalogRules, effectivePolicy, joinedMember, visibleCatalog } from '../team-catalog.ts';

/** A combination. A part is null if nobody has chosen it yet in a form. Such a part refuses nothing. */
export type Combination = {
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
  /**
   * The recipient. When this person has joined, policies for the person override those of the team
   * (D126). If null, the team's policies count.
   */
  memberId: string | null;
};

/** The three dimensions of an assignment. */
export type RequestedDimension = 'situation' | 'personality' | 'industry';

type RuleOfCatalog = Omit<Combination, 'memberId'> & {
  id: string;
  /** True for a rule of the team, false for a rule for all teams. */
  own: boolean;
  /** The dimension that the problem names (D125). */
  dimension: RequestedDimension;
};

/** One reason why a combination is refused. */
export type Refusal =
  | { why: 'unknown'; dimension: RequestedDimension; id: string }
  | { why: 'rule'; rule: RuleOfCatalog }
  | {
      why: 'policy';
      dimension: RequestedDimension;
      id: string;
      /** True if a policy of the member refuses, false if one of the team does. */
      of_member: boolean;
      mode: 'allow' | 'block';
    };

type Check = { unknown: Refusal[]; broken_rules: Refusal[]; blocked: Refusal[] };

const list = (item: string, order: string) =>
  `coalesce(json_agg(${item} order by ${order}), '[]'::json)`;

type Sources = Record<RequestedDimension | 'rules' | 'policies', string>;

const policies = effectivePolicy(joinedMember('$5'));

/**
 * SQL that returns one row with the refusals. `sources` say where it finds the entries, the rules and the
 * policies.
 */
const checkOf = (sources: Sources) => `with asked as (
    select v.n, v.dimension, v.id from (values
      (1, 'situation', ${sources.situation}), (2, 'personality', ${sources.personality}),
      (3, 'industry', ${sources.industry})
    ) v (n, dimension, id)
    where v.id is not null
  )
  select
    (select ${list(`json_build_object('why', 'unknown', 'dimension', a.dimension, 'id', a.id)`, 'a.n')}
      from asked a
      where not exists (
        select from ${visibleCatalog} v where v.id = a.id and v.dimension = a.dimension)) as unknown,
    (select ${list(`json_build_object('why', 'rule', 'rule', row_to_json(r))`, 'r.own, r.id')}
      from ${sources.rules} r
      where (r.situation_id is null or r.situation_id = ${sources.situation})
        and (r.personality_id is null or r.personality_id = ${sources.personality})
        and (r.industry_id is null or r.industry_id = ${sources.industry})) as broken_rules,
    (select ${list(
      `json_build_object('why', 'policy', 'dimension', a.dimension, 'id', a.id,
        'of_member', e.of_member, 'mode', e.mode)`,
      'a.n',
    )}
      from asked a join ${sources.policies} e on e.dimension = a.dimension
      where (e.mode = 'allow') <> (a.id = any (e.entry_ids))) as blocked`;

const checkOfOne = checkOf({
  situation: '$2::text',
  personality: '$3',
  industry: '$4',
  rules: catalogRules,
  policies,
});

/**
 * Checks many combinations. Rules and policies are read once, and their entries unpacked once: a
 * policy may have a thousand.
 */
const checkOfMany = `with
  all_rules as materialized (select s.* from ${catalogRules} s),
  all_policies as materialized (
    select s.dimension, s.mode, s.of_member, s.entry_ids || '{}'::text[] as entry_ids
    from ${policies} s)
  select c.unknown, c.broken_rules, c.blocked
  from unnest($2::text[], $3::text[], $4::text[]) with ordinality
    as q (situation_id, personality_id, industry_id, n)
  cross join lateral (${checkOf({
    situation: 'q.situation_id',
    personality: 'q.personality_id',
    industry: 'q.industry_id',
    rules: 'all_rules',
    policies: 'all_policies',
  })}) c
  order by q.n`;

/**
 * Finds why the recipient may not get this combination. Unknown entries come first, then rules of the
 * catalog, then policies (D124). The first refusal counts. `POST /assignments` refuses with it, and the app
 * explains it to an admin before that.
 */
export async function checkCombination({ db }: Call, requested: Combination): Promise<Refusal[]> {
  const { situation_id, personality_id, industry_id, memberId } = requested;
  const params = [situation_id, personality_id, industry_id, memberId];
  const check = await db.row<Check>(checkOfOne, params);
  if (!check) throw new Error('The combination was not checked');
  return inOrder(check);
}

/**
 * True if the catalog of all teams has the entries and no rule of it refuses them, and if the team has neither rules
 * nor policies of its own and hides no entry. It costs a third of the check that finds the refusals.
 */
const isPlain = `(select count(*) = 3 from catalog_entry e where e.archived_at is null
      and (e.id, e.dimension) in (($2::text, 'situation'), ($3, 'personality'), ($4, 'industry')))
    and not exists (select from catalog_rule g where (g.situation_id is null or g.situation_id = $2)
      and (g.personality_id is null or g.personality_id = $3)
      and (g.industry_id is null or g.industry_id = $4))
    and not exists (select from catalog_hidden h where h.tenant_id = $1)
    and not exists (select from team_catalog_rule t where t.tenant_id = $1)
    and not exists (select from policy p where p.tenant_id = $1)`;

/** The recipient of an assignment. */
export type Recipient = { userId: string | null; email: string | null };

/**
 * The same check, and the recipient is locked. So if somebody removes the recipient at the same time, the
 * removal also revokes the assignment that the caller makes. Undefined if the team has no such member.
 */
export async function lockRecipientAndCheck(
  call: Call,
  requested: Combination,
): Promise<(Recipient & { refusals: Refusal[] }) | undefined> {
  const { situation_id, personality_id, industry_id, memberId } = requested;
  const row = await call.db.row<{ user_id: string | null; email: string; is_plain: boolean }>(
    `select m.user_id, nullif(m.email, '${ERASED_EMAIL}') as email, ${isPlain} as is_plain
     from member m where m.tenant_id = $1 and m.id = $5 and m.status <> 'removed' for share of m`,
    [situation_id, personality_id, industry_id, memberId],
  );
  if (!row) return undefined;
  const refusals = row.is_plain ? [] : await checkCombination(call, requested);
  return { userId: row.user_id, email: row.email, refusals };
}

/** The same check for many combinations of one recipient, in one statement. */
export async function checkCombinations(
  { db }: Call,
  requested: Omit<Combination, 'memberId'>[],
  memberId: string | null,
): Promise<Refusal[][]> {
  const checks = await db.rows<Check>(checkOfMany, [
    requested.map(({ situation_id }) => situation_id),
    requested.map(({ personality_id }) => personality_id),
    requested.map(({ industry_id }) => industry_id),
    memberId,
  ]);
  return checks.map(inOrder);
}

function inOrder({ unknown, broken_rules, blocked }: Check): Refusal[] {
  return [...unknown, ...broken_rules, ...blocked];
}

/** Throws the problem of POST /assignments if the combination is refused. */
export function refuseCombination([first]: Refusal[]): void {
  if (first) throw problemOf(first);
}

/**
 * Makes the problem of a refusal. The problem has an `id` only for an unknown entry. If a policy blocks, it
 * has neither `id` nor `dimension` (D125): its detail then names both, so that a program can choose another entry.
 */
export function problemOf(refusal: Refusal): ApiError {
  switch (refusal.why) {
    case 'unknown': {
      const { dimension, id } = refusal;
      return new ApiError('kombination_ungueltig', {
        because: `${dimension}_unknown`,
        dimension,
        id,
      });
    }
    case 'rule': {
      const { dimension } = refusal.rule;
      return new ApiError('kombination_ungueltig', { because: 'rule_forbids', dimension });
    }
    case 'policy': {
      const { dimension, id } = refusal;
      return new ApiError('vorgabe_gesperrt', { because: [`${dimension}_blocked`, id] });
    }
  }
}
