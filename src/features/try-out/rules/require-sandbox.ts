import type { PrismaCall } from '../../../operation/call.ts';
import { AppError } from '../../../shared/app-errors.ts';
import { isSandbox } from '../../sandboxes/is-sandbox.ts';

/** Refuses what only a sandbox can do. The database says what the team is, whatever the page has shown. */
export async function requireSandbox(call: PrismaCall): Promise<void> {
  if (!(await isSandbox(call))) throw new AppError('not_a_sandbox');
}
