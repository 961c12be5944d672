import type { PrismaCall } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { isSandbox } from './is-sandbox.ts';

/** Refuses the call unless the team is a sandbox. The database says this, whatever the page has shown. */
export async function requireSandbox(call: PrismaCall): Promise<void> {
  if (!(await isSandbox(call))) throw new AppError('not_a_sandbox');
}
