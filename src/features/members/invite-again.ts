import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockInvited } from './rules/lock-member.ts';
import { lockSeats } from './rules/lock-seats.ts';
import { requireInvitationLeft, secondsUntilFree } from './rules/require-invitation-left.ts';
import { sendInvitation } from './send-invitation.ts';

/**
 * Sends an invitation again, with a new link. The former link ends. Within an hour it is refused with 429 and not with
 * 409, because the same call succeeds later.
 */
export async function inviteAgain(call: PrismaCall, id: string): Promise<Ok> {
  const { db, prisma, now } = call;
  // The locks come in the order of `inviteMember`, so that two invitations cannot wait for each
  // other.
  await lockSeats(call);
  const { invited_at } = await lockInvited(call, id);
  if (invited_at.getTime() > now.getTime() - HOUR_MS) {
    throw new ApiError('rate_limited', {
      because: 'invited_this_hour',
      retryAfter: secondsUntilFree(invited_at, now),
    });
  }
  await requireInvitationLeft(call);
  await prisma.member.updateMany({
    where: { tenant_id: db.tenantId, id },
    data: { invited_at: now },
  });
  await recordAudit(call, { action: 'member.invited_again', targetId: id });
  await sendInvitation(call, id);
  return { ok: true };
}
