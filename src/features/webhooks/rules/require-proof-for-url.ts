import type { Call } from '../../../operation/call.ts';
import { AppError } from '../../../shared/app-errors.ts';

/**
 * Requires a fresh proof for a new URL, because every further event goes to this URL. The thief of
 * a session could otherwise get all events, with genuine signatures, without making an endpoint
 * (P200).
 */
export function requireProofForUrl({ actor }: Call): void {
  if (actor.kind === 'user' && !actor.hasFreshProof) throw new AppError('fresh_proof_required');
}
