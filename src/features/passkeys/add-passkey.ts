import type { z } from 'zod';
import { ALGORITHMS, verifyRegistration } from '../../auth/webauthn.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { listCredentials, shownPasskey } from './list-passkeys.ts';
import { CHALLENGE_MS, makeChallenge } from './make-challenge.ts';
import {
  MAX_PASSKEYS,
  type newPasskeyInput,
  type Passkey,
  type RequestedRegistration,
} from './passkeys.schema.ts';
import { requireChallenge } from './rules/require-challenge.ts';
import { requireOwnPage, requireRelyingParty } from './rules/require-relying-party.ts';

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

/** Adds a passkey to the person's account. Refuses a passkey that an account already has. */
export async function addPasskey(
  visit: PersonVisit,
  { challenge_id, response, name: wanted }: z.output<typeof newPasskeyInput>,
): Promise<Passkey> {
  requirePlainName(wanted);
  const { now } = visit;
  const { personId, email } = visit.session;
  const relyingParty = requireRelyingParty(visit);
  const use = { purpose: 'registration', personId } as const;
  const challenge = await requireChallenge(visit, challenge_id, use);
  await requireOwnPage(relyingParty, response);
  const made = await verifyRegistration({ challenge, relyingParty }, response);
  if (!made) throw new AppError('passkey_refused');
  const { publicKey: public_key, counter, isBackedUp: backed_up } = made;
  return visit.transaction(async (handles) => {
    const { prisma, addJob, lockPerson } = handles;
    await lockPerson(personId);
    const names = await prisma.passkey.findMany({
      where: { person_id: personId },
      select: { name: true },
    });
    requireRoom(names.length);
    const name = wanted ?? freeName(names.map((other) => other.name));
    const { transports } = response.response;
    const times = { created_at: now, last_used_at: null };
    const row = { id: response.id, name, backed_up, ...times };
    const { count } = await prisma.passkey.createMany({
      data: [{ ...row, person_id: personId, public_key, counter, transports }],
      skipDuplicates: true,
    });
    if (count === 0) throw new AppError('passkey_refused');
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_added', details: { name } });
    const at = now.toISOString();
    await addJob('mail.account', { kind: 'passkey_added', person: personId, email, name, at });
    return shownPasskey(row);
  });
}

function freeName(taken: string[]): string {
  for (let number = 1; ; number += 1) {
    const name = `Passkey ${number}`;
    if (!taken.includes(name)) return name;
  }
}

function requireRoom(passkeys: number): void {
  if (passkeys >= MAX_PASSKEYS) {
    throw new AppError('too_many_passkeys', { detail: `At most ${MAX_PASSKEYS} passkeys.` });
  }
}
