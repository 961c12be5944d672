import { lockInTeam } from '../../../../db/lock-in-team.ts';
import type { PrismaCall } from '../../../../operation/call.ts';
import { ApiError } from '../../../../shared/errors/errors.ts';

/** A connection as it is stored, without its credentials and what the CRM says of the account (stored-account.ts). */
export type Connection = Awaited<ReturnType<typeof findConnection>>;

export async function findConnection({ db, prisma }: PrismaCall, id: string) {
  const found = await prisma.crmConnection.findFirst({
    where: { tenant_id: db.tenantId, id },
    omit: { credentials: true, account: true },
  });
  if (!found) throw new ApiError('not_found');
  return found;
}

/** Locks the connections of the team, so that changes by people run one after the other. */
export async function lockConnections({ db }: PrismaCall): Promise<void> {
  await lockInTeam(db, 'crm connections');
}

/** Locks the connections, and finds the one that is to be changed. */
export async function findLocked(call: PrismaCall, id: string): Promise<Connection> {
  await lockConnections(call);
  return findConnection(call, id);
}
