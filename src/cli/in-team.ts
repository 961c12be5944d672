import type { PrismaCall } from '../operation/call.ts';
import { asSystem } from '../operation/system-call.ts';
import { UsageError } from '../shared/usage-error.ts';
import type { CommandContext } from './command.ts';

/**
 * Runs an operation on a team, and refuses a team that does not exist: operations do not check it.
 */
export function inTeam<T>(
  { pool, now }: CommandContext,
  tenantId: string,
  work: (call: PrismaCall) => Promise<T>,
): Promise<T> {
  return asSystem(pool, tenantId, now, async (call) => {
    const known = await call.prisma.tenant.findUnique({ where: { id: tenantId } });
    if (!known) throw new UsageError('There is no team with this id.');
    return work(call);
  });
}
