import type { z } from 'zod';
import { requireFreshProof } from '../../auth/require-right.ts';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { CreatedJson } from '../../shared/json/json-text.ts';
import { DEFAULT_LANGUAGE, type Language, languages } from '../../shared/language/language.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import { type inviteMemberInput, type Member, memberShape } from './members.schema.ts';
import { lockSeats, requireFreeSeat } from './rules/lock-seats.ts';
import { requireAdminCreator } from './rules/require-admin-creator.ts';
import { requireInvitationLeft } from './rules/require-invitation-left.ts';
import { sendInvitation } from './send-invitation.ts';

/** Invites a member. The checks come in the order of the contract (D107). */
export async function inviteMember(
  call: Call,
  { email, role, lang }: z.output<typeof inviteMemberInput>,
): Promise<CreatedJson<Member>> {
  const { db, actor, now } = call;
  if (role === 'admin') {
    // Somebody who has stolen a session could invite their own address, and would stay admin after the
    // session has ended.
    requireFreshProof(actor);
    await requireAdminCreator(call);
  }
  const team = await lockSeats(call);
  await requireInvitationLeft(call);
  await requireFreeSeat(call, email, team);
  const language = lang ?? (actor.kind === 'user' ? team.language : null);
  const id = newId('mem', now);
  const row = await db.insertReturning(
    'member',
    {
      id,
      email,
      role,
      status: 'invited',
      lang: mailLanguage(language),
      created_through: actor.kind === 'key' ? 'api' : 'app',
      created_at: now,
      invited_at: now,
    },
    { as: 'm', select: `${asJson(memberShape(actor))} from m` },
  );
  await recordAudit(call, { action: 'member.invited', targetId: id, changes: { role } });
  await sendInvitation(call, id);
  // The event is raised now, and not again when the person accepts the invitation (D104).
  await raiseEvent(call, 'member.joined', {
    member_id: id,
    user_id: null,
    role,
    status: 'invited',
  });
  return new CreatedJson(id, row.json);
}

/** English for `en` and `en-…`, German for everything that is none of our languages (D113). */
function mailLanguage(lang: string | null | undefined): Language {
  const tag = lang?.toLowerCase() ?? '';
  return languages.find((one) => tag.startsWith(one)) ?? DEFAULT_LANGUAGE;
}
