import { newId } from '../../db/ids.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addSandboxJob } from './add-sandbox-job.ts';
import { type CreateSandbox, SANDBOXES_PER_TEAM } from './sandboxes.schema.ts';

type Refused = { because: 'in_sandbox' | 'too_many' | null };

/** Makes an empty sandbox. A worker fills it at once. */
export async function createSandbox(
  call: TeamVisit,
  { name, with_history = false }: CreateSandbox,
): Promise<{ id: string }> {
  const { db, actor, now } = call;
  // With the plan `free`, nobody could try the API in a sandbox (D51).
  if (actor.plan === 'free') throw new AppError('not_included');
  requirePlainName(name);
  const id = newId('ten', now);
  const made = await db.write<Refused>('select make_sandbox($1, $2, $3, $4, $5) as because', [
    id,
    name,
    SANDBOXES_PER_TEAM,
    now,
  ]);
  switch (made?.because) {
    case 'in_sandbox':
      throw new ApiError('conflict', { because: 'in_sandbox' });
    case 'too_many':
      throw new ApiError('conflict', { because: ['too_many_sandboxes', SANDBOXES_PER_TEAM] });
  }
  await recordAudit(call, { action: 'sandbox.created', targetId: id, changes: { name } });
  await addSandboxJob(call, 'sandbox.fill', { sandbox: id, history: with_history });
  return { id };
}
