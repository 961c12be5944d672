import type { PrismaCall } from '../operation/call.ts';
import { asOperator } from '../operation/system-call.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import type { CommandContext } from './command.ts';

/** Runs an operation on a team. Refuses a team that does not exist, because operations do not check this. */
export function inTeam<T>(
  { pool, now }: CommandContext,
  tenantId: string,
  work: (call: PrismaCall) => Promise<T>,
): Promise<T> {
  return asOperator(pool, tenantId, now, async (call) => {
    const existing = await call.prisma.tenant.findUnique({ where: { id: tenantId } });
    if (!existing) throw new UsageError('There is no team with this id.');
    return work(call);
  });
}
