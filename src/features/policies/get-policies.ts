import type { PrismaCall } from '../../operation/call.ts';
import { readPolicies, shownPolicies } from './describe-policies.ts';
import type { SubjectPolicies } from './policies.schema.ts';

export async function getPolicies(
  call: PrismaCall,
  member_id: string | null,
): Promise<SubjectPolicies> {
  return shownPolicies(member_id, await readPolicies(call, member_id));
}
