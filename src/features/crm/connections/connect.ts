import { sealAccess } from '../../../crm/access.ts';
import { newId } from '../../../db/ids.ts';
import type { PrismaCall, TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { MadeConnection } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { type Identified, requirePermissions } from './rules/ask-provider.ts';
import { type Connection, lockConnections } from './rules/find-connection.ts';
import { requireConnectionsLeft } from './rules/require-connections-left.ts';
import { nameOf, storeAccount, storedAccount } from './rules/stored-account.ts';

type ConnectInput = Identified & { name?: string | undefined };

/** What a connection needs of a call: its credentials are sealed. */
type Connecting = PrismaCall & { crm: Pick<TeamVisit['crm'], 'sealKey'> };

/**
 * Stores a connection. Its first synchronization begins at once. If the team has kept the data of a former
 * connection to this account, that connection is revived, so that its deals keep their ids.
 */
export async function connect(call: Connecting, input: ConnectInput): Promise<MadeConnection> {
  requirePermissions(input.account);
  await lockConnections(call);
  const { db, prisma } = call;
  const same = await prisma.crmConnection.findFirst({
    where: { tenant_id: db.tenantId, provider: input.provider, account_id: input.account.id },
    omit: { credentials: true, account: true },
  });
  if (same && same.state !== 'ended') refuseSame(same);
  await requireConnectionsLeft(call);
  const id = same?.id ?? newId('con', call.now);
  const name = input.name ?? same?.name ?? nameOf(input);
  if (same) await revive(call, same, { ...input, name });
  else await insert(call, id, { ...input, name });
  await recordAudit(call, {
    action: 'crm.connected',
    targetId: id,
    changes: {
      provider: input.provider,
      account_id: input.account.id,
      name,
      access: input.access.kind,
      revived: same !== null,
    },
  });
  return { ...(await describeChanged(call, id)), revived: same !== null };
}

function refuseSame({ id, name, state }: Connection): never {
  if (state === 'removing') {
    throw new ApiError('conflict', { because: ['crm_being_removed', name], id });
  }
  throw new ApiError('conflict', { because: ['crm_connected_already', name], id });
}

/** The columns about credentials and account, for a new connection and for one that is revived. */
export function accessColumns({ db, crm, now }: Connecting, id: string, input: Identified) {
  const { provider, access, hint } = input;
  const owner = { tenantId: db.tenantId, id, provider };
  return {
    access_kind: access.kind,
    credentials: new Uint8Array(sealAccess(crm.sealKey, owner, access)),
    credentials_hint: hint,
    credentials_at: now,
  };
}

async function insert(
  call: Connecting,
  id: string,
  input: Identified & { name: string },
): Promise<void> {
  const { db, prisma, now } = call;
  const { provider, account, name } = input;
  await prisma.crmConnection.create({
    data: {
      tenant_id: db.tenantId,
      id,
      provider,
      account_id: account.id,
      name,
      account: storedAccount(account),
      settings: {},
      created_at: now,
      next_sync_at: now,
      next_cause: 'first',
      ...accessColumns(call, id, input),
    },
  });
}

/** Everything is read again, because deals may have gone from the CRM in the meantime. */
async function revive(
  call: Connecting,
  { id }: Connection,
  input: Identified & { name: string },
): Promise<void> {
  const { db, prisma, now } = call;
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id, state: 'ended' },
    data: {
      state: 'active',
      name: input.name,
      read_again: true,
      next_sync_at: now,
      next_cause: 'connected',
      told_at: null,
      ...accessColumns(call, id, input),
      ...fresh,
    },
  });
  await storeAccount(db, id, input.account);
}

/**
 * The columns of a connection that begins anew: it has not failed yet, and a worker that still uses the
 * former credentials stops.
 */
export const fresh = {
  waits_until: null,
  failures: 0,
  failing_since: null,
  failed_for: null,
  deletion_confirmed: null,
  leased_at: null,
  lease_no: { increment: 1 },
} as const;
