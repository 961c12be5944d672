import type { Call } from '../../../operation/call.ts';
import { AppError } from '../../../shared/app-errors.ts';

/**
 * Another URL sends the body of every further event elsewhere. A thief of a session could otherwise have
 * them all, with genuine signatures, without making an endpoint (P200).
 */
export function requireProofForUrl({ actor }: Call): void {
  if (actor.kind === 'user' && !actor.hasFreshProof) throw new AppError('fresh_proof_required');
}
