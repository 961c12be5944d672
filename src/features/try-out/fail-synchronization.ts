import { connectionSettings } from '../../crm/connection-settings.ts';
import { newId } from '../../db/ids.ts';
import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { withoutWorker } from '../crm/connections/rules/end-run.ts';
import { lockConnections } from '../crm/connections/rules/find-connection.ts';
import { requireConnectionsLeft } from '../crm/connections/rules/require-connections-left.ts';
import type { Made } from './try-out.schema.ts';

const NAME = 'Demo-CRM';
const found = { id: true, state: true, name: true, account_id: true, synced_at: true } as const;

/**
 * Asks a worker to synchronize the connection of the demo CRM without its credentials. The worker finds them
 * missing, as if a CRM had revoked them: the run fails, the connection waits for a person, and the event and
 * the mail follow. So the worker asks no CRM, and fails only once and not every hour.
 */
export async function failSynchronization(call: MemberCall): Promise<Made> {
  await lockConnections(call);
  const { db, prisma, now } = call;
  const ofDemo = { tenant_id: db.tenantId, provider: 'demo' };
  const connection = await prisma.crmConnection.findFirst({ where: ofDemo, select: found });
  if (connection?.state === 'removing') {
    throw new ApiError('conflict', { because: ['crm_being_removed', connection.name] });
  }
  const isConnected = connection !== null && connection.state !== 'ended';
  if (!isConnected) await requireConnectionsLeft(call);
  const id = connection?.id ?? newId('con', now);
  const due = { state: 'active', credentials: null, next_sync_at: now, waits_until: null };
  if (connection) {
    const next_cause = connection.synced_at === null ? 'first' : 'person';
    await prisma.crmConnection.updateMany({
      where: { tenant_id: db.tenantId, id },
      data: { ...due, next_cause, credentials_at: now, ...withoutWorker },
    });
  } else await insert(call, id, due);
  if (!isConnected) await recordConnected(call, id, connection);
  await recordAudit(call, { action: 'crm.synced', targetId: id });
  return { kind: 'connection', id };
}

type Due = { state: string; credentials: null; next_sync_at: Date; waits_until: null };

async function insert({ db, prisma, now }: MemberCall, id: string, due: Due): Promise<void> {
  await prisma.crmConnection.create({
    data: {
      ...due,
      tenant_id: db.tenantId,
      id,
      provider: 'demo',
      account_id: id,
      name: NAME,
      account: { name: NAME },
      settings: connectionSettings.parse({}),
      access_kind: 'token',
      credentials_hint: '',
      credentials_at: now,
      created_at: now,
      next_cause: 'first',
    },
  });
}

type Former = { account_id: string; name: string } | null;

function recordConnected(call: MemberCall, id: string, former: Former): Promise<void> {
  const changes = {
    provider: 'demo',
    account_id: former?.account_id ?? id,
    name: former?.name ?? NAME,
    access: 'token',
    revived: former !== null,
  };
  return recordAudit(call, { action: 'crm.connected', targetId: id, changes });
}
