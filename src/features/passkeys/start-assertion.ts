import type { Visit } from '../../operation/call.ts';
import { listCredentials } from './list-passkeys.ts';
import { CHALLENGE_MS, type ChallengeUse, makeChallenge } from './make-challenge.ts';
import type { RequestedAssertion } from './passkeys.schema.ts';
import { requireRelyingParty } from './rules/require-relying-party.ts';

/**
 * Asks for the use of a passkey. At sign-in the challenge names no passkey and needs no e-mail address, so
 * that it tells nothing about any account.
 */
export async function startAssertion(visit: Visit, use: ChallengeUse): Promise<RequestedAssertion> {
  const { id: rpId } = requireRelyingParty(visit);
  const allowCredentials = use.personId === null ? [] : await listCredentials(visit, use.personId);
  const { id, challenge } = await makeChallenge(visit, use);
  return {
    challenge_id: id,
    options: {
      challenge,
      rpId,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials,
    },
  };
}
