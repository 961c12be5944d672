import { Privacy } from '../../auth/privacy.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { touchedBySwitches } from '../../operation/touched-by-switches.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { refuseStale } from '../../shared/schema/edit-version.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addMemberDetailJob } from '../mail/write-member-detail-mails.ts';
import { events } from '../webhooks/events.schema.ts';
import { getTeam } from './get-team.ts';
import { type Effect, type PrivacyInput, type PrivacyPreview, switched } from './privacy.schema.ts';
import type { OwnTeam } from './team.schema.ts';

/** Turns the switches. All members get a mail when member detail is turned on. */
export async function changePrivacy(call: PrismaCall, input: PrivacyInput): Promise<OwnTeam> {
  const { db, prisma } = call;
  const now = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { member_detail_enabled: true, leaderboard_enabled: true },
  });
  if (!now) throw new ApiError('not_found');
  const next = switched(now, input);
  const switchesDetail = next.member_detail_enabled !== now.member_detail_enabled;
  const switchesLeaderboard = next.leaderboard_enabled !== now.leaderboard_enabled;
  if (switchesDetail || switchesLeaderboard) {
    const { count } = await prisma.tenant.updateMany({
      where: { id: db.tenantId, ...now },
      data: next,
    });
    // Another change has come first.
    if (count === 0) refuseStale(Object.keys(input));
    await recordAudit(call, {
      action: 'team.privacy_changed',
      targetId: db.tenantId,
      changes: next,
      before: now,
    });
    if (switchesDetail && next.member_detail_enabled) await addMemberDetailJob(call);
  }
  return getTeam(call);
}

/** What would be hidden and what would be shown again if the owner turned these switches. */
export async function previewPrivacy(
  { db, prisma }: PrismaCall,
  input: PrivacyInput,
): Promise<PrivacyPreview> {
  const now = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { member_detail_enabled: true, leaderboard_enabled: true },
  });
  if (!now) throw new ApiError('not_found');
  const next = switched(now, input);
  const before = effectsOf(Privacy.of(now));
  const after = effectsOf(Privacy.of(next));
  const tellsMembers = next.member_detail_enabled && !now.member_detail_enabled;
  return {
    now,
    next,
    hides: without(after, before),
    shows: without(before, after),
    tells: tellsMembers
      ? await prisma.member.count({ where: { tenant_id: db.tenantId, status: 'active' } })
      : 0,
  };
}

/** Everything that is refused or hidden while the switches are in this position. */
function effectsOf(privacy: Privacy): Effect[] {
  const inAnswers = touchedBySwitches().flatMap(
    ({ needsMemberDetail, personal, ...where }): Effect[] => {
      if (needsMemberDetail && !privacy.hasMemberDetail) return [{ kind: 'refused', ...where }];
      const fields = personal ? privacy.hidden(personal) : [];
      return fields.map((field) => ({ kind: 'field', ...where, ...field }));
    },
  );
  const inEvents = Object.entries(events).flatMap(([event, { shape }]): Effect[] =>
    privacy
      .hidden('event')
      .filter(({ field }) => field in shape.data.shape)
      .map(({ field, hidden }) => ({ kind: 'event', event, field, hidden })),
  );
  return [...inAnswers, ...inEvents];
}

function without(effects: Effect[], others: Effect[]): Effect[] {
  const existing = new Set(others.map((effect) => JSON.stringify(effect)));
  return effects.filter((effect) => !existing.has(JSON.stringify(effect)));
}
