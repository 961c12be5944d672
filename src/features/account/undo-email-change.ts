import type { z } from 'zod';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeProof, takeBackAttempt } from '../session/charge-attempt.ts';
import { changeAddress, conflictIfTaken } from './change-address.ts';
import { endAccess, passkeyNames } from './end-access.ts';
import { endLinks } from './end-links.ts';
import { type FormerAddress, findFormerAddress } from './find-former-address.ts';
import { forgetFormer } from './keep-former.ts';
import type { undoInput } from './link.schema.ts';
import { sendNotice } from './send-notice.ts';

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
  const undoing = visit.transaction(async (...handles) => {
    const [prisma, , addJob, , lockPerson] = handles;
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
    await changeAddress(visit, handles, { personId, newEmail, isGivenBack: true });
    const details = { old_email: email, new_email: newEmail };
    await recordSecurity(visit, prisma, { personId, kind: 'email_change_undone', details });
    const removed = await endAccess(visit, prisma, { personId, keptPasskey });
    const left = await passkeyNames(prisma, personId);
    const at = now.toISOString();
    const what = { email: newEmail, undoneEmail: email, removed, left, at };
    await sendNotice(addJob, { kind: 'email_change_undone', person: personId, ...what });
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
    // Attempts count for the link only. Otherwise a thief with a session could use up the person's
    // attempts.
    const attempt = await chargeProof(visit, { id: linkId, personId: linkId });
    const verify = (hash: string | null) =>
      visit.passwords
        .verify(proof.password, hash, { queue: 'signed_in', name: linkId })
        .catch(async (error: unknown) => {
          await takeBackAttempt(visit, attempt, 'not looked at');
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
