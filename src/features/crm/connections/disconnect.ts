import type { z } from 'zod';
import type { PrismaCall, TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { ChangedConnection, disconnectInput } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { endRun, withoutWorker } from './rules/end-run.ts';
import { findLocked } from './rules/find-connection.ts';

/**
 * Ends a connection: its credentials are deleted at once. Its data stay until a person removes them (D140). A
 * worker then removes them in pieces.
 */
export async function disconnect(
  call: TeamVisit,
  { connection_id: id, data }: z.output<typeof disconnectInput>,
): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const { state } = await findLocked(call, id);
  const isOver = state === 'removing' || (state === 'ended' && data === 'keep');
  if (isOver) throw new ApiError('conflict', { because: 'crm_disconnected' });
  await planRevocation(call, { id });
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id },
    data: {
      state: data === 'keep' ? 'ended' : 'removing',
      credentials: null,
      credentials_hint: '',
      next_sync_at: data === 'keep' ? null : now,
      waits_until: null,
      failing_since: null,
      failed_for: null,
      failures: 0,
      deletion_confirmed: null,
      ...withoutWorker,
    },
  });
  await endRun(call, id);
  await recordAudit(call, { action: 'crm.disconnected', targetId: id, changes: { data } });
  return describeChanged(call, id);
}

/**
 * Ends all connections of a team that is deleted, and plans the end of their tokens. Both are one transaction:
 * a worker may do the job at once, and does nothing for an account that is still connected.
 */
export async function endConnections(call: PrismaCall): Promise<void> {
  const { db, prisma } = call;
  await planRevocation(call);
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId },
    data: { state: 'ended', credentials: null, next_sync_at: null, ...withoutWorker },
  });
}

/**
 * Asks a worker to revoke the tokens of these connections at the provider, after the transaction that deletes the
 * tokens here. A token that a person has entered belongs to the customer: only the customer revokes it.
 */
export async function planRevocation(
  { db, prisma }: PrismaCall,
  chosen: { id?: string } = {},
): Promise<void> {
  const { tenantId: tenant_id } = db;
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id, ...chosen, access_kind: 'oauth', credentials: { not: null } },
    select: { id: true, provider: true, account_id: true, credentials: true },
  });
  for (const { id, provider, account_id, credentials } of found) {
    await db.addJob('crm.revoke', {
      tenant: tenant_id,
      connection: id,
      provider,
      account: account_id,
      sealed: Buffer.from(credentials ?? []).toString('base64'),
    });
  }
}
