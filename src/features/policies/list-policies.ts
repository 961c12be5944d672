import { newestFirst } from '../../db/prisma/newest-first.ts';
import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import type { CatalogDimension } from '../catalog/catalog-dimensions.ts';
import type { ListPolicies, PoliciesPage, SubjectPolicies } from './policies.schema.ts';

/** The team's policies, and the policies of its members. They name no person, so no switch hides them. */
export async function listPolicies(
  call: PrismaCall & RequestCall,
  { limit, cursor }: ListPolicies,
): Promise<PoliciesPage> {
  const { db, prisma, cursorKey } = call;
  const tenant_id = db.tenantId;
  const place = { route: 'policies.list', tenant: tenant_id, filters: {} };
  const request = { place, limit, cursor, cursorKey, at: 'created_at' } as const;
  const { rows, next_cursor } = await newestFirst(request, (page) =>
    prisma.member.findMany({
      where: {
        tenant_id,
        status: { not: 'removed' },
        policies: { some: { tenant_id } },
        AND: [page.where],
      },
      select: { id: true, created_at: true, policies: true },
      ...page.part,
    }),
  );
  return {
    team: shownPolicies(null, await readPolicies(call, null)),
    data: rows.map(({ id, policies }) => shownPolicies(id, policiesOf(policies))),
    next_cursor,
  };
}

export async function getPolicies(
  call: PrismaCall,
  member_id: string | null,
): Promise<SubjectPolicies> {
  return shownPolicies(member_id, await readPolicies(call, member_id));
}

type Row = { dimension: string; mode: string; entry_ids: string[] };

/** The policies by dimension. An edit changes these. */
export type Policies = Pick<SubjectPolicies, CatalogDimension>;

function policiesOf(rows: readonly Row[]): Policies {
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

function shownPolicies(member_id: string | null, policies: Policies): SubjectPolicies {
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
