import type { z } from 'zod';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeProof, takeBackAttempt } from '../session/charge-attempt.ts';
import { changeAddress, conflictIfTaken } from './change-address.ts';
import { endAccess, passkeyNames } from './end-access.ts';
import { endLinks } from './end-links.ts';
import { findLink } from './find-link.ts';
import { forgetFormer } from './keep-former.ts';
import { linkLifetimeMs, type undoInput } from './link.schema.ts';

type Proof = z.output<typeof undoInput>['proof'];

/**
 * Gives an account its former address and password back, and ends all ways by which others may come
 * in. The link alone is not enough: somebody else may read the former mailbox today. The caller is
 * not signed in.
 */
export async function undoEmailChange(
  visit: Visit,
  { token, proof }: z.output<typeof undoInput>,
): Promise<Ok> {
  const { now, browser, session } = visit;
  const former = await findFormerAddress(visit, token);
  const { keptPasskey, passwordHash } = await requireFormerProof(visit, former, proof);
  const { personId, linkId, email: newEmail } = former;
  const undoing = visit.transaction(async (handles) => {
    const { prisma, addJob, lockPerson } = handles;
    await lockPerson(personId);
    const used = await endLinks(prisma, now, { person_id: personId, purpose: 'email_undo' });
    if (!used.has(linkId)) throw new AppError('link_invalid');
    const { email, password_hash } = await prisma.person.findUniqueOrThrow({
      where: { id: personId },
    });
    // Somebody else may have set a password after the change.
    const isNewer = password_hash !== passwordHash;
    if (isNewer) {
      await prisma.person.updateMany({
        where: { id: personId },
        data: { password_hash: passwordHash, password_changed_at: now },
      });
    }
    await forgetFormer(prisma, personId, newEmail);
    await endLinks(prisma, now, { person_id: personId });
    await changeAddress(visit, handles, { personId, newEmail, isReverted: true });
    const details = { old_email: email, new_email: newEmail };
    await recordSecurity(visit, prisma, { personId, kind: 'email_change_undone', details });
    const removed = await endAccess(visit, prisma, { personId, keptPasskey });
    const left = await passkeyNames(prisma, personId);
    const at = now.toISOString();
    const what = { email: newEmail, undoneEmail: email, removed, left, at };
    await addJob('mail.account', { kind: 'email_change_undone', person: personId, ...what });
  });
  await conflictIfTaken(undoing);
  if (session?.personId === personId) browser.keepSession(null);
  return { ok: true };
}

/** How the person has proved the identity, and the password that the account gets. */
type Proved = { keptPasskey?: string; passwordHash: string | null };

/** Requires the password that was valid at the change (P487), or a passkey from before it. */
async function requireFormerProof(
  visit: Visit,
  { personId, linkId, passwordHash, hashAtChange, changedAt }: FormerAddress,
  proof: Proof,
): Promise<Proved> {
  if ('password' in proof) {
    // Attempts count for the link only. Otherwise an attacker with a session could use up the person's
    // attempts.
    const attempt = await chargeProof(visit, { id: linkId, personId: linkId });
    const verify = (hash: string | null) =>
      visit.passwords
        .verify(proof.password, hash, { queue: 'signed_in', name: linkId })
        .catch(async (error: unknown) => {
          await takeBackAttempt(visit, attempt, 'unchecked');
          throw error;
        });
    const isFormer = (await verify(passwordHash)).matches;
    const matches = isFormer || (await verify(hashAtChange)).matches;
    if (!matches || attempt.isLocked) throw new AppError('wrong_credentials');
    await takeBackAttempt(visit, attempt, 'succeeded');
    return { passwordHash: isFormer ? passwordHash : hashAtChange };
  }
  const used = await checkPasskey(visit, { purpose: 'sign_in', personId: null }, proof);
  const { id } = proof.response;
  const older = { id, person_id: personId, created_at: { lte: changedAt } };
  const isOlder = (await visit.prisma.passkey.count({ where: older })) > 0;
  if (used.personId !== personId || !isOlder) throw new AppError('passkey_refused');
  return { keptPasskey: id, passwordHash };
}

/**
 * Ends all sessions and command lines of an account whose address was changed. The link alone can do no more. The
 * link stays valid, so that the person can undo the change with a proof.
 */
export async function endSessionsByLink(visit: Visit, token: string): Promise<Ok> {
  const { personId } = await findFormerAddress(visit, token);
  await visit.transaction(async ({ prisma, lockPerson }) => {
    await lockPerson(personId);
    const { count } = await prisma.session.deleteMany({ where: { person_id: personId } });
    const ended = await endCommandLines(prisma, personId);
    if (count + ended > 0)
      await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
  });
  if (visit.session?.personId === personId) visit.browser.keepSession(null);
  return { ok: true };
}

type FormerAddress = {
  linkId: string;
  personId: string;
  /** The address from before the change. */
  email: string;
  /**
   * The password that was valid when the address changed. If the session that changed the address had itself set
   * that password, the one before it.
   */
  passwordHash: string | null;
  /** The password that was valid when the address changed, if it is another one. */
  hashAtChange: string | null;
  changedAt: Date;
};

/** Finds what the link in the mail about a changed address gives back. */
async function findFormerAddress(visit: Visit, token: string): Promise<FormerAddress> {
  const { id: linkId, purpose, person_id, email } = await findLink(visit, token);
  if (purpose !== 'email_undo' || person_id === null) throw new AppError('link_invalid');
  const { former_email, former_email_until, ...person } =
    await visit.prisma.person.findUniqueOrThrow({ where: { id: person_id } });
  if (former_email !== email || former_email_until === null) throw new AppError('link_invalid');
  const changedAt = new Date(former_email_until.getTime() - linkLifetimeMs.email_undo);
  // A release before 0.11 kept no such password. Nobody may have replaced it since.
  const isOlder = person.password_changed_at === null || person.password_changed_at <= changedAt;
  return {
    linkId,
    personId: person_id,
    email,
    passwordHash: person.former_password_hash,
    hashAtChange: person.password_hash_at_change ?? (isOlder ? person.password_hash : null),
    changedAt,
  };
}
