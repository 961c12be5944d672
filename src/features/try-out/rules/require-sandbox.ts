import type { PrismaCall } from '../../../operation/call.ts';
import { AppError } from '../../../shared/app-errors.ts';

/** Refuses what only a sandbox can do. The database says what the team is, whatever the page has shown. */
export async function requireSandbox({ db, prisma }: PrismaCall): Promise<void> {
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { sandbox_of: true },
  });
  if (!team?.sandbox_of) throw new AppError('not_a_sandbox');
}
