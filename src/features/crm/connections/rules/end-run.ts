import type { PrismaCall } from '../../../../operation/call.ts';

/** Ends the run that has not ended yet, because a person has stopped it. Its cursor stays. */
export async function endRun({ db, prisma, now }: PrismaCall, connectionId: string): Promise<void> {
  await prisma.crmSyncRun.updateMany({
    where: { tenant_id: db.tenantId, connection_id: connectionId, finished_at: null },
    data: { status: 'stopped', finished_at: now },
  });
}

/** Columns that make a worker stop at its next page, if it is synchronizing the connection now. */
export const withoutWorker = { leased_at: null, lease_no: { increment: 1 } } as const;
