import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { RemovalPreview } from './members-in-app.schema.ts';
import { isLastActiveAdmin } from './rules/keep-an-active-admin.ts';

/** What `members.remove` would do with this member now. Endpoints belong to the team and stay. */
export async function previewRemoval(call: PrismaCall, member_id: string): Promise<RemovalPreview> {
  const { db, prisma, now, actor } = call;
  const tenant_id = db.tenantId;
  const member = await prisma.member.findFirst({
    where: { tenant_id, id: member_id, status: { not: 'removed' } },
    select: { id: true, role: true },
  });
  if (!member) throw new ApiError('not_found');
  const assignments = actor.privacy.shows('removal', 'assignments')
    ? await countRevoked(call, member_id)
    : null;
  const api_keys = await prisma.apiKey.count({
    where: {
      tenant_id,
      created_by: member_id,
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: now } }],
    },
  });
  return { refused: await refusalOf(call, member), assignments, api_keys };
}

async function countRevoked({ db, prisma }: PrismaCall, member_id: string) {
  const counts = await prisma.assignment.groupBy({
    by: ['status'],
    where: { tenant_id: db.tenantId, member_id, status: { not: 'revoked' } },
    _count: true,
  });
  const all = counts.reduce((sum, { _count }) => sum + _count, 0);
  return { all, done: counts.find(({ status }) => status === 'done')?._count ?? 0 };
}

async function refusalOf(
  { db }: PrismaCall,
  { id, role }: { id: string; role: string },
): Promise<RemovalPreview['refused']> {
  if (role === 'owner') return 'owner';
  return (await isLastActiveAdmin(db, id)) ? 'last_admin' : null;
}
