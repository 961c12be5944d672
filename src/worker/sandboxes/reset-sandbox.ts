import { emptyTeam } from '../../features/team/empty-team.ts';
import type { Steps } from '../../operation/system-call.ts';
import { fillAndMarkReady } from './fill-and-mark-ready.ts';

/** Empties the sandbox and fills it again. Its keys and endpoints stay (P706). */
export async function resetSandbox(steps: Steps): Promise<void> {
  await emptyTeam(steps, { keepsInterfaces: true });
  await fillAndMarkReady(steps, 'resetting');
}
