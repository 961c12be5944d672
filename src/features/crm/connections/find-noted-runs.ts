import type { PrismaCall } from '../../../operation/call.ts';
import type { ConnectionDetail } from './connections.schema.ts';
import { unreadOf } from './describe-run.ts';
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

const MOST_RUNS = 100;

/**
 * The run that has set aside most records of which no later run has read. A run that reads only changes sees such a
 * record again when it is mended, so the last full pass and all runs since are looked at.
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
  const runs = await prisma.crmSyncRun.findMany({
    where: {
      ...ofConnection,
      finished_at: { not: null },
      set_aside: { gt: 0 },
      ...(full && { started_at: { gte: full.started_at } }),
    },
    orderBy: [{ set_aside: 'desc' }, ...newest],
    take: MOST_RUNS,
    select: { id: true, set_aside: true, set_aside_records: true },
  });
  const [most] = runs
    .map((run) => ({ run_id: run.id, count: unreadOf(run).count }))
    .toSorted((one, other) => other.count - one.count);
  return most && most.count > 0 ? most : null;
}
