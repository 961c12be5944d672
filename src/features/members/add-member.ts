import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { DEFAULT_LANGUAGE, languages } from '../../shared/language/language.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import { findOrMakePerson } from '../account/find-or-make-person.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import { lockSeats, requireFreeSeat } from './rules/lock-seats.ts';

/** The rights that the owner can grant to a person (spec, general rule 4). */
const teamRight = z.enum(['schnittstellen']);

export const addMemberInput = z.strictObject({
  email: memberEmailInput,
  role: z.enum(['member', 'admin']).default('member'),
  grants: z.array(teamRight).default([]),
  lang: z.enum(languages).default(DEFAULT_LANGUAGE),
});

/** Adds a member who is active at once. `inviteMember` adds one who must accept first. */
export async function addMember(
  call: PrismaCall,
  input: z.input<typeof addMemberInput>,
): Promise<{ member_id: string; user_id: string }> {
  const { db, prisma, now } = call;
  const { email, role, grants, lang } = addMemberInput.parse(input);
  if (role === 'member' && grants.length > 0) {
    throw new ApiError('validation_error', { field: 'grants', because: 'rights_for_admins_alone' });
  }
  await requireFreeSeat(call, email, await lockSeats(call));
  const userId = await findOrMakePerson(call, email, lang);
  const memberId = newId('mem', now);
  await prisma.member.create({
    data: {
      tenant_id: db.tenantId,
      id: memberId,
      user_id: userId,
      email,
      role,
      lang,
      status: 'active',
      rights: [...new Set(grants)],
      created_through: 'app',
      created_at: now,
      joined_at: now,
    },
  });
  await recordAudit(call, {
    action: 'member.added',
    targetId: memberId,
    changes: { role, grants },
  });
  await raiseEvent(call, 'member.joined', {
    member_id: memberId,
    user_id: userId,
    role,
    status: 'active',
  });
  return { member_id: memberId, user_id: userId };
}
