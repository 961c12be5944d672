import type { PrismaCall } from '../../operation/call.ts';
import { versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import type { CatalogDimension } from '../catalog/catalog-dimensions.ts';
import type { SubjectPolicies } from './policies.schema.ts';

type Row = { dimension: string; mode: string; entry_ids: string[] };

/** The policies by dimension. An edit changes these. */
export type Policies = Pick<SubjectPolicies, CatalogDimension>;

export function policiesOf(rows: readonly Row[]): Policies {
  const policyOf = (dimension: CatalogDimension) => {
    const row = rows.find((found) => found.dimension === dimension);
    return row ? { mode: row.mode as 'allow' | 'block', entry_ids: row.entry_ids } : null;
  };
  return {
    situation: policyOf('situation'),
    personality: policyOf('personality'),
    industry: policyOf('industry'),
    role: policyOf('role'),
    methodology: policyOf('methodology'),
  };
}

export function shownPolicies(member_id: string | null, policies: Policies): SubjectPolicies {
  return { member_id, ...policies, version: versionOf(policies) };
}

/** The policies of the team (null), or of a member who is not removed. */
export async function readPolicies(
  { db, prisma }: PrismaCall,
  member_id: string | null,
): Promise<Policies> {
  const tenant_id = db.tenantId;
  if (member_id !== null) {
    const member = await prisma.member.findFirst({
      where: { tenant_id, id: member_id, status: { not: 'removed' } },
      select: { id: true },
    });
    if (!member) throw new ApiError('not_found');
  }
  return policiesOf(await prisma.policy.findMany({ where: { tenant_id, member_id } }));
}
