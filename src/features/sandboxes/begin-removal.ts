import type { TeamVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addSandboxJob } from './add-sandbox-job.ts';
import { changeSandbox } from './change-sandbox.ts';

/** Closes the sandbox at once. A worker deletes its rows later (`worker/sandboxes/sandbox-tasks.ts`). */
export async function beginRemoval(call: TeamVisit, id: string): Promise<Ok> {
  await changeSandbox(call, id, { state: 'removing' });
  await recordAudit(call, { action: 'sandbox.deleted', targetId: id });
  await addSandboxJob(call, 'sandbox.remove', id);
  return { ok: true };
}
