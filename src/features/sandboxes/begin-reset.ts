import type { TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addSandboxJob } from './add-sandbox-job.ts';
import { changeSandbox } from './change-sandbox.ts';

/** Marks the sandbox as resetting. A worker then resets it (`worker/sandboxes/reset-sandbox.ts`). */
export async function beginReset(call: TeamVisit, id: string): Promise<Ok> {
  if (call.actor.plan === 'free') throw new AppError('not_included');
  await changeSandbox(call, id, { state: 'resetting' });
  await recordAudit(call, { action: 'sandbox.reset', targetId: id });
  await addSandboxJob(call, 'sandbox.reset', id);
  return { ok: true };
}
