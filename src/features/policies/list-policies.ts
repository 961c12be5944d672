import { newestFirst } from '../../db/prisma/newest-first.ts';
import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { policiesOf, readPolicies, shownPolicies } from './describe-policies.ts';
import type { ListPolicies, PoliciesPage } from './policies.schema.ts';

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
