import { verifyAssertion } from '../../../auth/webauthn.ts';
import type { Visit } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';
import { recordSecurity } from '../../security-log/record-security.ts';
import type { ChallengeUse } from '../make-challenge.ts';
import type { AnsweredChallenge } from '../passkeys.schema.ts';
import { requireChallenge } from './require-challenge.ts';
import { requireOwnPage, requireRelyingParty } from './require-relying-party.ts';

export type UsedPasskey = { personId: string; name: string };

/**
 * Checks that a passkey has signed the challenge. An unknown passkey, a passkey of another person
 * and a wrong signature get the same answer.
 */
export async function checkPasskey(
  visit: Visit,
  use: ChallengeUse,
  { challenge_id, response }: AnsweredChallenge,
): Promise<UsedPasskey> {
  const relyingParty = requireRelyingParty(visit);
  const challenge = await requireChallenge(visit, challenge_id, use);
  await requireOwnPage(relyingParty, response);
  const passkey = await visit.prisma.passkey.findUnique({ where: { id: response.id } });
  if (!passkey || !isOfPerson(passkey.person_id, use, response.response.userHandle)) refuse();
  const { id, name, person_id: personId } = passkey;
  const publicKey = new Uint8Array(passkey.public_key);
  const used = await verifyAssertion({ challenge, relyingParty }, { response, publicKey });
  if (!used) refuse();
  await advance(visit, { id, name, personId }, used);
  return { personId, name };
}

/**
 * Checks that the passkey belongs to the person. At sign-in no person is known, so the authenticator must
 * name one.
 */
function isOfPerson(
  owner: string,
  { personId }: ChallengeUse,
  handle: string | null | undefined,
): boolean {
  if (personId !== null && personId !== owner) return false;
  if (typeof handle !== 'string') return personId !== null;
  return Buffer.from(handle, 'base64url').toString() === owner;
}

/**
 * Stores the counter of an authenticator that counts. The counter must grow: a copy of the authenticator
 * would go on from an earlier count. One condition in the statement decides this, also for two uses at once.
 */
async function advance(
  visit: Visit,
  { id, name, personId }: UsedPasskey & { id: string },
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<void> {
  const { prisma, now } = visit;
  const { count } = await prisma.passkey.updateMany({
    where: { id, counter: counter === 0 ? 0 : { lt: counter } },
    data: { counter, backed_up: isBackedUp, last_used_at: now },
  });
  if (count > 0) return;
  // This is a transaction of its own, so that the entry stays although the call is refused.
  await recordSecurity(visit, prisma, { personId, kind: 'passkey_refused', details: { name } });
  refuse();
}

function refuse(): never {
  throw new AppError('passkey_refused');
}
