import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { CreatedJson } from '../../shared/json-text.ts';
import type { Language } from '../../shared/language.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import { type inviteMemberInput, type Member, memberShape } from './members.schema.ts';
import { requireAdminCreator } from './rules/require-admin-creator.ts';
import { lockSeats, requireFreeSeat } from './rules/require-free-seat.ts';
import { sendInvitation } from './send-invitation.ts';

/** How many `POST /users` a team may make in any sixty minutes (spec, Limits; D59). */
const INVITATIONS_PER_HOUR = 60;
const HOUR_MS = 60 * 60 * 1000;

/** Makes its checks in the order of the contract (D107). */
export async function inviteMember(
  call: Call,
  { email, role, lang }: z.output<typeof inviteMemberInput>,
): Promise<CreatedJson<Member>> {
  const { db, actor, now } = call;
  if (role === 'admin') await requireAdminCreator(call);
  const seats = await lockSeats(call);
  // POST /users has a limit of its own (D59).
  if (actor.kind === 'key') await requireInvitation(call);
  await requireFreeSeat(call, email, seats);
  const id = newId('mem', now);
  const row = await db.write<{ json: string }>(
    `with m as (
       insert into member (tenant_id, id, email, role, status, lang, created_through, created_at)
       values ($1, $2, $3, $4, 'invited', $5, $7, $6)
       returning *
     )
     select ${asJson(memberShape(actor))} from m`,
    [id, email, role, mailLanguage(lang), now, actor.kind === 'key' ? 'api' : 'app'],
  );
  if (!row) throw new Error('The member was not inserted');
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

/** Counts all members that this operation has made, removed ones too (D60). */
async function requireInvitation({ db, now }: Call): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const oldest = await db.row<{ created_at: Date }>(
    `select m.created_at from member m
     where m.tenant_id = $1 and m.created_through = 'api' and m.created_at > $2
     order by m.created_at desc offset ${INVITATIONS_PER_HOUR - 1} limit 1`,
    [since],
  );
  if (!oldest) return;
  const freeAt = oldest.created_at.getTime() + HOUR_MS;
  throw new ApiError('rate_limited', {
    detail: `At most ${INVITATIONS_PER_HOUR} invitations in an hour.`,
    limit: INVITATIONS_PER_HOUR,
    retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
  });
}

/** English for `en` and `en-…`, German for everything else (D113). */
function mailLanguage(lang: string | null | undefined): Language {
  return lang?.toLowerCase().startsWith('en') ? 'en' : 'de';
}
