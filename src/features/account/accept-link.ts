import type { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import { acceptInvitation } from '../members/accept-invitation.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { startSession } from '../session/start-session.ts';
import { endLinks } from './end-links.ts';
import { type FoundLink, findLink } from './find-link.ts';
import type { acceptLinkInput } from './link.schema.ts';
import { recordRename } from './record-rename.ts';
import { requireGoodPassword } from './rules/require-good-password.ts';
import { sendNotice } from './send-notice.ts';

type Account = { id: string; email: string; name: string | null; hasPassword: boolean };

/**
 * Sets the password, and with an invitation joins the team, and signs in. If the person's links are
 * used twice at once, one call succeeds: the transaction that starts the session uses up them all.
 */
export async function acceptLink(
  visit: Visit,
  { token, password, name }: z.output<typeof acceptLinkInput>,
): Promise<Ok> {
  const { now, requestId, ip } = visit;
  const link = await findLink(visit, token);
  const account = await accountOf(visit, link);
  if (name === undefined && account.name === null) {
    throw new ApiError('validation_error', { field: 'name', detail: 'The account has no name.' });
  }
  requirePlainName(name, account.name);
  const { id: personId, email, hasPassword } = account;
  const { tenant_id: tenantId, member_id: memberId } = link;
  await requireGoodPassword(visit, password, { personId, name, tenantId });
  const password_hash = await visit.passwords.hash(password, { of: 'signed_in', name: link.id });
  await startSession(visit, { personId, tenantId }, async (...handles) => {
    const [prisma, inTeam, addJob] = handles;
    // Locks the person, so that two links of one person wait for each other here.
    const { count } = await prisma.person.updateMany({
      where: { id: personId, ...(link.purpose === 'invitation' ? withoutAccess : {}) },
      data: { password_hash, password_changed_at: now, ...(name === undefined ? {} : { name }) },
    });
    if (count === 0) throw new AppError('account_exists');
    const renamed = { personId, from: account.name, to: name ?? account.name ?? '' };
    await recordRename(visit, handles, renamed);
    // With all other links: someone else may have kept one, and could set the password again.
    const own = await endLinks(prisma, now, { person_id: personId });
    const used = link.person_id === null ? await endLinks(prisma, now, { id: link.id }) : own;
    if (!used.has(link.id)) throw new AppError('link_invalid');
    if (link.purpose === 'invitation' && tenantId !== null && memberId !== null) {
      const call = { ...inTeam(tenantId), now, requestId, ip };
      await acceptInvitation(call, { memberId, personId, email });
    }
    // Sessions from before may belong to a person who does not know the new password.
    await prisma.session.deleteMany({ where: { person_id: personId } });
    await recordSecurity(visit, prisma, { personId, kind: 'password_set' });
    if (!hasPassword) return;
    const at = now.toISOString();
    await sendNotice(addJob, { kind: 'password_changed', person: personId, email, at });
  });
  return { ok: true };
}

/** A person who can sign in accepts an invitation after the sign-in, which proves who it is. */
const withoutAccess = { password_hash: null, passkeys: { none: {} } };

const columns = { id: true, email: true, name: true, password_hash: true } as const;

/** The account of the link. The first invitation that a person accepts makes the account. */
async function accountOf({ prisma, now }: Visit, link: FoundLink): Promise<Account> {
  switch (link.purpose) {
    case 'first_sign_in':
    case 'password_reset': {
      const where = { id: link.person_id ?? '' };
      return shown(await prisma.person.findUniqueOrThrow({ where, select: columns }));
    }
    case 'invitation': {
      const { email, lang } = link;
      await prisma.person.createMany({
        data: [{ id: newId('usr', now), email, lang, created_at: now }],
        skipDuplicates: true,
      });
      const where = { email, ...withoutAccess };
      const person = await prisma.person.findFirst({ where, select: columns });
      if (!person) throw new AppError('account_exists');
      return shown(person);
    }
    case 'email_change':
      throw new AppError('link_invalid');
  }
}

type Row = { id: string; email: string; name: string | null; password_hash: string | null };

function shown({ id, email, name, password_hash }: Row): Account {
  return { id, email, name, hasPassword: password_hash !== null };
}
