import type { PrismaCall } from '../../operation/call.ts';

/** True if the team of the call is a sandbox. */
export async function isSandbox({
  db,
  prisma,
}: Pick<PrismaCall, 'db' | 'prisma'>): Promise<boolean> {
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { sandbox_of: true },
  });
  return team !== null && team.sandbox_of !== null;
}
