import type { z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import type { connectionList } from './connections.schema.ts';
import { describeConnections } from './describe-connection.ts';

/** All connections of the team, the oldest first, those that have ended too: their data are kept. */
export async function listConnections(call: TeamVisit): Promise<z.output<typeof connectionList>> {
  const { db, prisma } = call;
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId },
    omit: { credentials: true, account: true },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return { data: await describeConnections(call, found) };
}
