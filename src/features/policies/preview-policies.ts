import type { PrismaCall } from '../../operation/call.ts';
import { type Policies, readPolicies } from './list-policies.ts';
import type { PoliciesInput, PolicyPreview } from './policies.schema.ts';

const dimensions = ['situation', 'personality', 'industry'] as const;
type Dimension = (typeof dimensions)[number];

/**
 * Counts the open assignments that could not be made under these policies. They stay as they are,
 * because a policy counts only when an assignment is made.
 */
export async function previewPolicies(
  call: PrismaCall,
  { member_id, ...input }: PoliciesInput,
): Promise<PolicyPreview> {
  // This also refuses a member whom the team does not have.
  if (member_id !== null) await readPolicies(call, member_id);
  if (!call.actor.privacy.shows('policy_preview', 'open_assignments')) {
    return { open_assignments: null };
  }
  const ofTeam = await readPolicies(call, null);
  const after = (dimension: Dimension): Policies[Dimension] => {
    if (input[dimension] === undefined) return null;
    // If the member has no policy for the dimension, the policy of the team applies.
    return input[dimension] ?? (member_id === null ? null : ofTeam[dimension]);
  };
  const policies = dimensions.map(after);
  const found = await call.db.row<{ open_assignments: number }>(
    member_id === null ? ofTeamCount : ofMemberCount,
    [
      ...policies.map((policy) => policy?.entry_ids ?? []),
      // No policy is the same as blocking nothing.
      policies.map((policy) => policy?.mode ?? 'block'),
      ...(member_id === null ? [] : [member_id]),
    ],
  );
  return { open_assignments: found?.open_assignments ?? 0 };
}

/**
 * SQL that is true if the policy of `assignment a` refuses it. It uses subqueries, because
 * PostgreSQL hashes them.
 */
const isRefused = (dimension: Dimension, i: number) =>
  `(a.${dimension}_id in (select unnest($${i + 2}::text[]))) = (($5::text[])[${i + 1}] = 'block')`;

/** SQL for the active members whose own policy of the dimension overrides the team's (D126). */
const overriding = (dimension: Dimension) =>
  `(select p.member_id from policy p join member m on m.tenant_id = $1 and m.id = p.member_id
    where p.tenant_id = $1 and p.dimension = '${dimension}' and m.status = 'active')`;

const count = (conditions: string, more = '') =>
  `select count(*)::integer as open_assignments from assignment a
  where a.tenant_id = $1 and a.status = 'open' ${more} and (${conditions})`;

const ofMemberCount = count(dimensions.map(isRefused).join(' or '), 'and a.member_id = $6');
const ofTeamCount = count(
  dimensions
    .map((one, i) => `(${isRefused(one, i)} and a.member_id not in ${overriding(one)})`)
    .join(' or '),
);
