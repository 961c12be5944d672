import type { PrismaCall } from '../../operation/call.ts';
import type { Steps } from '../../operation/system-call.ts';
import { fillSandbox } from '../../seed/demo/fill-sandbox.ts';

/** Fills the sandbox, and marks it as ready in the same transaction. */
export function fillAndMarkReady(
  steps: Steps,
  sandbox_state: 'filling' | 'resetting',
): Promise<void> {
  return steps.inTeam(async (call) => {
    const { count } = await call.prisma.tenant.updateMany({
      where: { id: call.db.tenantId, sandbox_state },
      data: { sandbox_state: null },
    });
    if (count !== 1) return;
    await forgetFailures(call);
    await fillSandbox(call);
  });
}

/** Resets the endpoints that a reset has kept. An endpoint that was switched off stays off. */
async function forgetFailures({ db, prisma }: PrismaCall): Promise<void> {
  const ofTeam = { tenant_id: db.tenantId };
  await prisma.webhookEndpoint.updateMany({
    where: ofTeam,
    data: { last_success_at: null, failing_since: null },
  });
  await prisma.webhookEndpoint.updateMany({
    where: { ...ofTeam, status: 'disabled_failures' },
    data: { status: 'active', paused_at: null },
  });
}
