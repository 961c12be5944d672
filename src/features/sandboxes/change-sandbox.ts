import type { TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addSandboxJob } from './create-sandbox.ts';

type Change = { name: string | null; state: 'resetting' | 'removing' | null };
type Refused = { because: 'missing' | 'busy' | null };

export async function renameSandbox(call: TeamVisit, id: string, name: string): Promise<Ok> {
  requirePlainName(name);
  await change(call, id, { name, state: null });
  await recordAudit(call, { action: 'sandbox.renamed', targetId: id, changes: { name } });
  return { ok: true };
}

/** Has a worker bring the sandbox back to its beginning. Its keys and endpoints stay (P706). */
export async function resetSandbox(call: TeamVisit, id: string): Promise<Ok> {
  if (call.actor.plan === 'free') throw new AppError('not_included');
  await change(call, id, { name: null, state: 'resetting' });
  await recordAudit(call, { action: 'sandbox.reset', targetId: id });
  await addSandboxJob(call, 'sandbox.reset', id);
  return { ok: true };
}

/** Nobody can enter the sandbox any more. A worker deletes its rows. */
export async function removeSandbox(call: TeamVisit, id: string): Promise<Ok> {
  await change(call, id, { name: null, state: 'removing' });
  await recordAudit(call, { action: 'sandbox.deleted', targetId: id });
  await addSandboxJob(call, 'sandbox.remove', id);
  return { ok: true };
}

/** A sandbox has no sandboxes, so in one nothing is found. */
async function change({ db }: TeamVisit, id: string, { name, state }: Change): Promise<void> {
  const changed = await db.write<Refused>('select change_sandbox($1, $2, $3, $4) as because', [
    id,
    name,
    state,
  ]);
  switch (changed?.because) {
    case 'missing':
      throw new ApiError('not_found');
    case 'busy':
      throw new ApiError('conflict', { because: 'sandbox_busy' });
  }
}
