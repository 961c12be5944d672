import type { Prisma } from '../../db/generated/client.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { readPolicies } from './describe-policies.ts';
import type { GivenPolicies, PolicyPreview } from './policies.schema.ts';

const columns = {
  situation: 'situation_id',
  personality: 'personality_id',
  industry: 'industry_id',
} as const;
type Asked = keyof typeof columns;
type Where = Prisma.AssignmentWhereInput;
const asked = Object.keys(columns) as Asked[];

/**
 * How many open assignments could not be made under these policies. They stay as they are: a policy
 * counts when an assignment is made.
 */
export async function previewPolicies(
  call: PrismaCall,
  { member_id, ...given }: GivenPolicies,
): Promise<PolicyPreview> {
  const { db, prisma } = call;
  const { tenantId: tenant_id } = db;
  // Also refuses a member whom the team does not have.
  if (member_id !== null) await readPolicies(call, member_id);
  const ofTeam = await readPolicies(call, null);
  const blocked = asked.flatMap((dimension): Where[] => {
    if (given[dimension] === undefined) return [];
    // Without a policy of the member, the team's counts.
    const policy = given[dimension] ?? (member_id === null ? null : ofTeam[dimension]);
    if (!policy) return [];
    const ids = policy.entry_ids;
    const blocked = policy.mode === 'allow' ? { notIn: ids } : { in: ids };
    if (member_id !== null) return [{ [columns[dimension]]: blocked, member_id }];
    // The policy of an active member stands over the team's (D126).
    const overridden = { status: 'active', policies: { some: { tenant_id, dimension } } };
    return [{ [columns[dimension]]: blocked, member: { NOT: overridden } }];
  });
  const where = { tenant_id, status: 'open', OR: blocked };
  return { open_assignments: await prisma.assignment.count({ where }) };
}
