import type { CommandLineCall } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Ends the login of the command line that calls. */
export async function logOut(call: CommandLineCall): Promise<Ok> {
  const { db, prisma, actor } = call;
  const where = { tenant_id: db.tenantId, id: actor.tokenId };
  await prisma.commandLineToken.deleteMany({ where });
  await recordAudit(call, { action: 'command_line.ended', targetId: actor.tokenId });
  return { ok: true };
}
