import type { MemberCall } from '../../operation/call.ts';
import { acceptForTrial } from '../members/accept-for-trial.ts';
import { inviteSomebody } from './invite-somebody.ts';
import type { Made, Trigger } from './try-out.schema.ts';

/**
 * Accepts the newest open invitation, or the chosen one. If there is none, invites somebody first. The
 * acceptance raises no event: `member.joined` came with the invitation (D104).
 */
export async function acceptMember(
  call: MemberCall,
  { member_id }: Pick<Trigger, 'member_id'>,
): Promise<Made> {
  const id = member_id ?? (await findInvited(call)) ?? (await inviteSomebody(call)).id;
  await acceptForTrial(call, id);
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
