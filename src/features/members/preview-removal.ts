import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { RemovalPreview } from './directory.schema.ts';

/** What `members.remove` would do with this member now. Endpoints belong to the team and stay. */
export async function previewRemoval(call: PrismaCall, member_id: string): Promise<RemovalPreview> {
  const { db, prisma, now, actor } = call;
  const tenant_id = db.tenantId;
  const member = await prisma.member.findFirst({
    where: { tenant_id, id: member_id, status: { not: 'removed' } },
    select: { role: true, status: true },
  });
  if (!member) throw new ApiError('not_found');
  const assignments = actor.privacy.shows('removal', 'assignments')
    ? await prisma.assignment.count({ where: { tenant_id, member_id, status: { not: 'revoked' } } })
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

/** Decides as the trigger `member_keeps_an_active_admin` would decide at the removal (D108). */
async function refusalOf(
  { db, prisma }: PrismaCall,
  { role, status }: { role: string; status: string },
): Promise<RemovalPreview['refused']> {
  if (role === 'owner') return 'owner';
  if (role !== 'admin' || status !== 'active') return null;
  const admins = await prisma.member.count({
    where: { tenant_id: db.tenantId, role: 'admin', status: 'active' },
  });
  return admins === 1 ? 'last_admin' : null;
}
