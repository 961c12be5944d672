import { randomBytes } from 'node:crypto';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { Visit } from '../../operation/call.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { chargeOwn } from '../session/charge-attempt.ts';

const CHALLENGE_BYTES = 32;
export const CHALLENGE_MS = 5 * MINUTE_MS;

/**
 * The purpose of a challenge, and the person who has to answer it. At sign-in this person is not known yet.
 */
export type ChallengeUse =
  | { purpose: 'sign_in'; personId: null }
  | { purpose: 'proof' | 'registration'; personId: string };

/**
 * Makes a challenge for a passkey to sign. Only this browser may answer it: otherwise another site could sign its
 * visitor in to the attacker's account. A cookie tells which browser this is.
 */
export async function makeChallenge(
  visit: Visit,
  { purpose, personId }: ChallengeUse,
): Promise<{ id: string; challenge: string }> {
  const { prisma, browser, now } = visit;
  if (personId !== null) await chargeOwn(visit, 'challenge', personId);
  const id = newId('chl', now);
  const challenge = randomBytes(CHALLENGE_BYTES);
  // Other tabs of this browser may be waiting for an answer with the same cookie.
  const token = browser.ceremony ?? newToken();
  await prisma.signInChallenge.createMany({
    data: {
      id,
      challenge,
      purpose,
      person_id: personId,
      browser_hash: hashToken(token),
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    },
  });
  browser.keepCeremony(token);
  return { id, challenge: challenge.toString('base64url') };
}
