import type { PrismaCall } from '../../operation/call.ts';
import { refuseStale } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addMemberDetailJob } from '../mail/write-member-detail-mails.ts';
import { getTeam } from './get-team.ts';
import { type PrivacyInput, switched } from './privacy.schema.ts';
import type { OwnTeam } from './team.schema.ts';

/** Turns the switches. All members get a mail when member detail is turned on. */
export async function changePrivacy(call: PrismaCall, asked: PrivacyInput): Promise<OwnTeam> {
  const { db, prisma } = call;
  const now = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { member_detail_enabled: true, leaderboard_enabled: true },
  });
  if (!now) throw new ApiError('not_found');
  const next = switched(now, asked);
  const turnsDetail = next.member_detail_enabled !== now.member_detail_enabled;
  const turnsLeaderboard = next.leaderboard_enabled !== now.leaderboard_enabled;
  if (turnsDetail || turnsLeaderboard) {
    const { count } = await prisma.tenant.updateMany({
      where: { id: db.tenantId, ...now },
      data: next,
    });
    // Another change has come first.
    if (count === 0) refuseStale(Object.keys(asked));
    await recordAudit(call, {
      action: 'team.privacy_changed',
      targetId: db.tenantId,
      changes: next,
      before: now,
    });
    if (turnsDetail && next.member_detail_enabled) await addMemberDetailJob(call);
  }
  return getTeam(call);
}
