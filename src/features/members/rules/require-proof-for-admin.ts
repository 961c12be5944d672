import type { Call } from '../../../operation/call.ts';
import { AppError } from '../../../shared/app-errors.ts';

/**
 * To invite an admin grants the role. The thief of a session could otherwise invite an address of
 * the thief, who would stay admin after the session has ended (P133).
 */
export function requireProofForAdmin({ actor }: Call): void {
  if (actor.kind === 'user' && !actor.hasFreshProof) throw new AppError('fresh_proof_required');
}
