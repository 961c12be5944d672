import { PRACTICE_PREFIX } from '../../../../crm/demo/practice.ts';
import type { PrismaCall } from '../../../../operation/call.ts';
import { isSandbox } from '../../../sandboxes/is-sandbox.ts';

/**
 * The account of the practice CRM, if the team is a sandbox for looking around. Only the filling of such a sandbox
 * makes the connection that names it (`src/seed/demo/crm.ts`). It stays when a person disconnects it.
 */
export async function findPracticeAccount(call: PrismaCall): Promise<string | null> {
  const found = await call.prisma.crmConnection.findFirst({
    where: {
      tenant_id: call.db.tenantId,
      provider: 'demo',
      account_id: { startsWith: PRACTICE_PREFIX },
    },
    select: { account_id: true },
  });
  return found && (await isSandbox(call)) ? found.account_id : null;
}
