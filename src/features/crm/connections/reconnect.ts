import type { z } from 'zod';
import type { Asking, TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { accessColumns, fresh } from './connect.ts';
import type { ChangedConnection, reconnectInput } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { type Identified, identifyEntered, requirePermissions } from './rules/ask-provider.ts';
import { findConnection, findLocked } from './rules/find-connection.ts';
import { providerOf } from './rules/provider-of.ts';
import { requireConnected } from './rules/require-active.ts';
import { storeAccount } from './rules/stored-account.ts';

/** Asks the provider to which account the new credentials of a connection belong. */
export async function identifyNewCredentials(
  asking: Asking,
  { connection_id, credentials }: z.output<typeof reconnectInput>,
): Promise<Identified> {
  const connection = await asking.inTeam((call) => findConnection(call, connection_id));
  return identifyEntered(asking, { provider: providerOf(connection), credentials });
}

/** Gives a connection other credentials of the same account. A paused connection stays paused. */
export async function reconnect(
  call: TeamVisit,
  { id, ...input }: Identified & { id: string },
): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const current = await findLocked(call, id);
  requireConnected(current);
  if (current.provider !== input.provider || current.account_id !== input.account.id) {
    throw new ApiError('conflict', {
      because: ['crm_other_account', input.account.name ?? input.account.id],
    });
  }
  requirePermissions(input.account);
  const isPaused = current.state === 'paused';
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id },
    data: {
      state: isPaused ? 'paused' : 'active',
      next_sync_at: isPaused ? null : now,
      next_cause: current.synced_at === null ? 'first' : 'connected',
      ...accessColumns(call, id, input),
      ...fresh,
    },
  });
  await storeAccount(db, id, input.account);
  await recordAudit(call, {
    action: 'crm.reconnected',
    targetId: id,
    changes: { access: input.access.kind },
  });
  return describeChanged(call, id);
}
