import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { matchOwners } from '../owners.ts';
import type { ChangeConnection } from './connections.schema.ts';

type Owners = NonNullable<ChangeConnection['owners']>;

/** Refuses owners whom the CRM does not have, and people who are no members. */
export async function requireAssignable(
  call: TeamVisit,
  id: string,
  owners: Owners,
): Promise<void> {
  call.actor.privacy.requireMemberDetail();
  await requireOwners(call, id, owners);
  await requireMembers(call, owners);
}

/**
 * Stores which members the owners of deals are. An owner without a chosen member is matched by e-mail address
 * again.
 */
export async function assignOwners(
  { db, prisma }: TeamVisit,
  id: string,
  owners: Owners,
): Promise<void> {
  const { tenantId: tenant_id } = db;
  for (const [external_id, user_id] of Object.entries(owners)) {
    await prisma.crmOwner.updateMany({
      where: { tenant_id, connection_id: id, external_id, is_erased: false },
      data: user_id === null ? { is_chosen: false, user_id: null } : { is_chosen: true, user_id },
    });
  }
  await matchOwners(db, id);
}

async function requireOwners(
  { db, prisma }: TeamVisit,
  connection_id: string,
  owners: Owners,
): Promise<void> {
  const existing = await prisma.crmOwner.findMany({
    where: { tenant_id: db.tenantId, connection_id, external_id: { in: Object.keys(owners) } },
    select: { external_id: true, is_erased: true },
  });
  if (existing.some(({ is_erased }) => is_erased)) {
    throw new ApiError('validation_error', { field: 'owners', because: 'crm_owner_erased' });
  }
  if (existing.length < Object.keys(owners).length) {
    throw new ApiError('validation_error', { field: 'owners', because: 'crm_owner_unknown' });
  }
}

async function requireMembers({ db, prisma }: TeamVisit, owners: Owners): Promise<void> {
  const named = new Set(Object.values(owners).filter((user) => user !== null));
  const active = await prisma.member.count({
    where: { tenant_id: db.tenantId, status: 'active', user_id: { in: [...named] } },
  });
  if (active === named.size) return;
  throw new ApiError('validation_error', { field: 'owners', because: 'no_active_member' });
}
