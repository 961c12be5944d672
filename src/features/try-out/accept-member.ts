import { newId } from '../../db/ids.ts';
import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { inviteSomebody } from './invite-somebody.ts';
import type { Made, Trigger } from './try-out.schema.ts';

/**
 * Accepts the newest open invitation, or the one that was chosen. If there is none, somebody is invited
 * first. An acceptance raises no event: `member.joined` came with the invitation (D104).
 */
export async function acceptMember(
  call: MemberCall,
  { member_id }: Pick<Trigger, 'member_id'>,
): Promise<Made> {
  const { db, prisma, now } = call;
  const id = member_id ?? (await findInvited(call)) ?? (await inviteSomebody(call)).id;
  const { count } = await prisma.member.updateMany({
    where: { tenant_id: db.tenantId, id, status: 'invited' },
    data: { status: 'active', user_id: newId('usr', now), joined_at: now },
  });
  if (count === 0) throw new ApiError('not_found', { because: 'no_such_invitation' });
  await recordAudit(call, { action: 'member.accepted', targetId: id });
  return { kind: 'member', id };
}

async function findInvited({ db, prisma }: MemberCall): Promise<string | undefined> {
  const newest = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, status: 'invited' },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return newest?.id;
}
