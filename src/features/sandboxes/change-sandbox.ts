import type { MemberCall, TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addSandboxJob } from './add-sandbox-job.ts';
import { requireSandbox } from './require-sandbox.ts';

export async function renameSandbox(call: TeamVisit, id: string, name: string): Promise<Ok> {
  requirePlainName(name);
  await changeSandbox(call, id, { name });
  await recordAudit(call, { action: 'sandbox.renamed', targetId: id, changes: { name } });
  return { ok: true };
}

/** Marks the sandbox as resetting. A worker then resets it (`worker/sandboxes/sandbox-tasks.ts`). */
export async function beginReset(call: TeamVisit, id: string): Promise<Ok> {
  if (call.actor.plan === 'free') throw new AppError('not_included');
  await changeSandbox(call, id, { state: 'resetting' });
  await recordAudit(call, { action: 'sandbox.reset', targetId: id });
  await addSandboxJob(call, 'sandbox.reset', { sandbox: id });
  return { ok: true };
}

/** Closes the sandbox at once. A worker deletes its rows later (`worker/sandboxes/sandbox-tasks.ts`). */
export async function beginRemoval(call: TeamVisit, id: string): Promise<Ok> {
  await changeSandbox(call, id, { state: 'removing' });
  await recordAudit(call, { action: 'sandbox.deleted', targetId: id });
  await addSandboxJob(call, 'sandbox.remove', { sandbox: id });
  return { ok: true };
}

/** Lets every cursor of changes of the sandbox expire, so that a program can show that it begins anew. */
export async function endChangeFeed(call: MemberCall): Promise<Ok> {
  await requireSandbox(call);
  await call.db.write('select end_change_feed($1)');
  await recordAudit(call, { action: 'team.change_feed_ended', targetId: call.db.tenantId });
  return { ok: true };
}

/** Sets the seats of the sandbox in which the person works. In another team the operator sets them. */
export async function setSeats(call: TeamVisit, seats: number): Promise<Ok> {
  const { db, prisma } = call;
  const before = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { seats: true, sandbox_of: true },
  });
  if (!before) throw new ApiError('not_found');
  if (before.sandbox_of === null) throw new ApiError('conflict', { because: 'not_a_sandbox' });
  if (before.seats === seats) return { ok: true };
  await prisma.tenant.update({ where: { id: db.tenantId }, data: { seats } });
  await recordAudit(call, {
    action: 'team.changed',
    targetId: db.tenantId,
    changes: { seats },
    before: { seats: before.seats },
  });
  return { ok: true };
}

/** What is absent stays as it is. */
type Change = { name?: string; state?: 'resetting' | 'removing' };
type Refused = { because: 'missing' | 'busy' | null };

/**
 * Renames a sandbox of the team, or begins to reset or remove it. A sandbox has no sandboxes, so a call in
 * one finds nothing.
 */
async function changeSandbox(
  { db }: TeamVisit,
  id: string,
  { name, state }: Change,
): Promise<void> {
  const changed = await db.write<Refused>('select change_sandbox($1, $2, $3, $4) as because', [
    id,
    name ?? null,
    state ?? null,
  ]);
  switch (changed?.because) {
    case 'missing':
      throw new ApiError('not_found');
    case 'busy':
      throw new ApiError('conflict', { because: 'sandbox_busy' });
  }
}
