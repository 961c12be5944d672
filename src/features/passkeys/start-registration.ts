import { ALGORITHMS } from '../../auth/webauthn.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { listCredentials } from './list-credentials.ts';
import { CHALLENGE_MS, makeChallenge } from './make-challenge.ts';
import type { RequestedRegistration } from './passkeys.schema.ts';
import { requireRelyingParty } from './rules/require-relying-party.ts';
import { requireRoom } from './rules/require-room.ts';

/**
 * Begins a registration. The authenticator must be able to sign in without an e-mail address and to verify
 * its person. It must have no passkey of this person yet.
 */
export async function startRegistration(visit: PersonVisit): Promise<RequestedRegistration> {
  const { personId, email, name } = visit.session;
  const { id: rpId } = requireRelyingParty(visit);
  const excludeCredentials = await listCredentials(visit, personId);
  requireRoom(excludeCredentials.length);
  const { id, challenge } = await makeChallenge(visit, { purpose: 'registration', personId });
  return {
    challenge_id: id,
    options: {
      challenge,
      rp: { id: rpId, name: rpId },
      // The id is not an e-mail address, because an authenticator may show it to others.
      user: {
        id: Buffer.from(personId).toString('base64url'),
        name: email,
        displayName: name ?? '',
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      attestation: 'none',
      excludeCredentials,
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  };
}
