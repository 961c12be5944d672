import type { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { acceptInvitation } from '../members/accept-invitation.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeOwn } from '../session/charge-attempt.ts';
import { startSession } from '../session/start-session.ts';
import { endAccess } from './end-access.ts';
import { endLinks } from './end-links.ts';
import { type FoundLink, findLink } from './find-link.ts';
import { forgetFormer } from './keep-former.ts';
import type { acceptLinkInput } from './link.schema.ts';
import { recordRename } from './record-rename.ts';
import { refuseReserved } from './refuse-reserved.ts';
import { requireGoodPassword } from './require-good-password.ts';

type Account = {
  /** Null while somebody without an account has not accepted an invitation yet. */
  id: string | null;
  name: string | null;
  hasPassword: boolean;
};

/**
 * Sets the password and signs in. If the link is an invitation, the person also joins the team.
 * Every other way into the account ends, because somebody else may know it. If the person's links
 * are used twice at once, only one call succeeds.
 */
export async function acceptLink(
  visit: Visit,
  { token, password, name }: z.output<typeof acceptLinkInput>,
): Promise<Ok> {
  const { now, requestId, ip } = visit;
  const link = await findLink(visit, token);
  const account = await accountOf(visit, link);
  if (name === undefined && account.name === null) {
    throw new ApiError('validation_error', { field: 'name', because: 'no_name' });
  }
  requirePlainName(name, account.name);
  const { tenant_id: tenantId, member_id: memberId } = link;
  const { id } = account;
  await requireGoodPassword(visit, password, { personId: id, email: link.email, name, tenantId });
  // A failed acceptance leaves an invitation valid, so the attempts with one link are counted.
  const takeBack = await chargeOwn(visit, 'link_used', link.id);
  const password_hash = await visit.passwords
    .hash(password, { queue: 'signed_in', name: link.id })
    .catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
  await startSession(visit, { tenantId, byLink: true }, async (handles) => {
    const { prisma, inTeam, addJob, lockPerson } = handles;
    const personId = link.person_id ?? (await invitedPerson(prisma, now, link));
    // If a person uses two links at once, the second waits here for the first.
    await lockPerson(personId);
    // All other links end too. Somebody else may have kept one, and could set the password again.
    const own = await endLinks(prisma, now, { person_id: personId });
    const used = link.person_id === null ? await endLinks(prisma, now, { id: link.id }) : own;
    if (!used.has(link.id)) throw new AppError('link_invalid');
    // The name may have changed since the link was looked at.
    const { name: from } = await prisma.person.findUniqueOrThrow({
      where: { id: personId },
      select: { name: true },
    });
    const { count } = await prisma.person.updateMany({
      where: { id: personId, ...(link.purpose === 'invitation' ? withoutAccess : {}) },
      data: { password_hash, password_changed_at: now, ...(name === undefined ? {} : { name }) },
    });
    if (count === 0) throw new AppError('account_exists');
    await recordRename(visit, handles, { personId, from, to: name ?? from ?? '' });
    const { email } = await prisma.person.findUniqueOrThrow({ where: { id: personId } });
    if (link.purpose === 'invitation' && tenantId !== null && memberId !== null) {
      const call = { ...inTeam(tenantId), now, requestId, ip };
      await acceptInvitation(call, { memberId, personId, email });
    }
    await forgetFormer(prisma, personId, email);
    // Sessions, passkeys and browsers may belong to somebody who does not know the new password.
    const removed = await endAccess(visit, prisma, { personId });
    await recordSecurity(visit, prisma, { personId, kind: 'password_set' });
    if (account.hasPassword) {
      const what = { person: personId, email, removed, left: [], at: now.toISOString() };
      await addJob('mail.account', { kind: 'password_changed', ...what });
    }
    return personId;
  });
  return { ok: true };
}

/**
 * A person without a way to sign in. All others accept an invitation after the sign-in, which
 * proves who they are.
 */
const withoutAccess = { password_hash: null, passkeys: { none: {} } };

/** The account to which the link belongs. An invitation may have none yet. */
async function accountOf({ prisma }: Visit, link: FoundLink): Promise<Account> {
  switch (link.purpose) {
    case 'first_sign_in':
    case 'password_reset':
    case 'invitation': {
      const isInvited = link.purpose === 'invitation';
      const person = await prisma.person.findUnique({
        where: isInvited ? { email: link.email } : { id: link.person_id ?? '' },
        select: { id: true, name: true, password_hash: true, passkeys: { select: { id: true } } },
      });
      const hasPassword = person !== null && person.password_hash !== null;
      if (isInvited && (hasPassword || (person?.passkeys.length ?? 0) > 0)) {
        throw new AppError('account_exists');
      }
      return { id: person?.id ?? null, name: person?.name ?? null, hasPassword };
    }
    case 'email_change':
    case 'email_undo':
    case 'contact_confirm':
    case 'contact_stop':
      throw new AppError('link_invalid');
  }
}

/** Makes the account when a person accepts the first invitation. */
async function invitedPerson(
  prisma: PeoplePrisma,
  now: Date,
  { email, lang }: FoundLink,
): Promise<string> {
  await prisma.person.createMany({
    data: [{ id: newId('usr', now), email, lang, created_at: now }],
    skipDuplicates: true,
  });
  const { id } = await prisma.person.findUniqueOrThrow({ where: { email }, select: { id: true } });
  await refuseReserved(prisma, now, { email, personId: id });
  return id;
}
