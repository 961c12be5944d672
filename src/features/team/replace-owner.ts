import { z } from 'zod';
import type { PrismaCall } from '../../operation/call.ts';
import { UsageError } from '../../shared/errors/usage-error.ts';
import { DEFAULT_LANGUAGE, type Language, languages } from '../../shared/language/language.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import { findOrMakePerson } from '../account/find-or-make-person.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { endCommandLinesOfMember } from '../command-line/end-command-lines.ts';
import { writeReplacedOwnerMails } from '../mail/write-ownership-mails.ts';
import { addMember } from '../members/add-member.ts';
import { endInvitation } from '../members/remove-member.ts';

export const replaceOwnerInput = z.strictObject({
  email: memberEmailInput,
  lang: z.enum(languages).default(DEFAULT_LANGUAGE),
});

type Owner = { owner_member_id: string; owner_user_id: string };

/**
 * Makes somebody else the owner, for a team whose owner cannot hand it over. The former owner
 * becomes an admin without `schnittstellen`, because somebody else may control that account.
 */
export async function replaceOwner(
  call: PrismaCall,
  input: z.input<typeof replaceOwnerInput>,
): Promise<Owner & { former_owner_member_id: string }> {
  const { db, prisma } = call;
  const { email, lang } = replaceOwnerInput.parse(input);
  const { tenantId: tenant_id } = db;
  // If the offer is accepted at the same time, this statement waits for the end of the acceptance. The
  // acceptance decides who the former owner is.
  await prisma.ownershipOffer.deleteMany({ where: { tenant_id } });
  const former = await prisma.member.findFirst({ where: { tenant_id, role: 'owner' } });
  if (!former) throw new Error('The team has no owner');
  if (former.email === email) throw new UsageError('This person is the owner already.');
  const { owner_member_id, owner_user_id } = await findOrMakeActiveMember(call, { email, lang });
  // This comes first, because a team never has two owners.
  await prisma.member.updateMany({
    where: { tenant_id, id: former.id },
    data: { role: 'admin', rights: [] },
  });
  await endCommandLinesOfMember(db, former.user_id);
  const { count } = await prisma.member.updateMany({
    where: { tenant_id, id: owner_member_id, status: 'active' },
    data: { role: 'owner', rights: ['schnittstellen'] },
  });
  if (count === 0) throw new UsageError('The member has just been removed; try again.');
  const changes = { former_owner: former.id, owner: owner_member_id };
  await recordAudit(call, { action: 'ownership.replaced', targetId: tenant_id, changes });
  await writeReplacedOwnerMails(call, changes);
  return { owner_member_id, owner_user_id, former_owner_member_id: former.id };
}

/** Makes the member with this address active. If there is no such member, the person becomes a member. */
async function findOrMakeActiveMember(
  call: PrismaCall,
  { email, lang }: { email: string; lang: Language },
): Promise<Owner> {
  const { db, prisma, now } = call;
  const { tenantId: tenant_id } = db;
  const member = await prisma.member.findFirst({
    where: { tenant_id, email, status: { not: 'removed' } },
  });
  if (!member) {
    const { member_id, user_id } = await addMember(call, { email, lang });
    return { owner_member_id: member_id, owner_user_id: user_id };
  }
  const user_id = member.user_id ?? (await findOrMakePerson(call, email, member.lang as Language));
  if (member.status === 'invited') {
    await prisma.member.updateMany({
      where: { tenant_id, id: member.id, status: 'invited' },
      data: { status: 'active', user_id, joined_at: now },
    });
    await endInvitation(call, member.id);
  }
  return { owner_member_id: member.id, owner_user_id: user_id };
}
