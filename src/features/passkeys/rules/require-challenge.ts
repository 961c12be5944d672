import { hashToken } from '../../../auth/token.ts';
import type { Visit } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';
import { codeOf } from '../../../shared/errors/system-error-code.ts';
import type { ChallengeUse } from '../make-challenge.ts';

/** Prisma's code for a row that does not exist. */
const NOT_FOUND = 'P2025';

/**
 * Takes a challenge and returns it in base64url. One statement reads and deletes the challenge, so that it
 * can be answered only once. A challenge of another person, browser or purpose stays.
 */
export async function requireChallenge(
  { prisma, browser, now }: Visit,
  id: string,
  { purpose, personId }: ChallengeUse,
): Promise<string> {
  const browser_hash = hashToken(browser.ceremony ?? '');
  const where = { id, purpose, person_id: personId, browser_hash, expires_at: { gt: now } };
  const taken = await prisma.signInChallenge
    .delete({ where, select: { challenge: true } })
    .catch((error: unknown) => {
      if (codeOf(error) === NOT_FOUND) return null;
      throw error;
    });
  if (!taken) {
    throw new AppError('passkey_refused', { because: 'challenge_over' });
  }
  return Buffer.from(taken.challenge).toString('base64url');
}
