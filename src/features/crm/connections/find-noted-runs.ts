import type { PrismaCall } from '../../../operation/call.ts';
import type { ConnectionDetail } from './connections.schema.ts';
import type { Connection } from './rules/find-connection.ts';

const newest = [{ started_at: 'desc' }, { id: 'desc' }] as const;

/** The last failed run, while the connection is failing. */
export async function findFailedRun(
  { db, prisma }: PrismaCall,
  { id, failing_since }: Connection,
): Promise<string | null> {
  if (failing_since === null) return null;
  const run = await prisma.crmSyncRun.findFirst({
    where: { tenant_id: db.tenantId, connection_id: id, status: 'failed' },
    orderBy: [...newest],
    select: { id: true },
  });
  return run?.id ?? null;
}

/**
 * The run that has set aside most records. A run that reads only changes does not see these records again, so
 * the last full pass and all runs since are looked at (P540).
 */
export async function findSetAside(
  { db, prisma }: PrismaCall,
  connection_id: string,
): Promise<ConnectionDetail['set_aside']> {
  const ofConnection = { tenant_id: db.tenantId, connection_id };
  const full = await prisma.crmSyncRun.findFirst({
    where: { ...ofConnection, is_full: true, status: 'ok' },
    orderBy: [...newest],
    select: { started_at: true },
  });
  const run = await prisma.crmSyncRun.findFirst({
    where: {
      ...ofConnection,
      finished_at: { not: null },
      set_aside: { gt: 0 },
      ...(full && { started_at: { gte: full.started_at } }),
    },
    orderBy: [{ set_aside: 'desc' }, ...newest],
    select: { id: true, set_aside: true },
  });
  return run && { run_id: run.id, count: run.set_aside };
}
