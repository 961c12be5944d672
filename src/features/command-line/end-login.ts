import type { TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Ends a command line. People may end their own command lines, and the owner may end all of the team. */
export async function endLogin(call: TeamVisit, id: string): Promise<Ok> {
  const { db, prisma, actor } = call;
  const where = { tenant_id: db.tenantId, id };
  const found = await prisma.commandLineToken.findFirst({ where, select: { person_id: true } });
  if (!found) throw new ApiError('not_found');
  if (found.person_id !== actor.personId && actor.role !== 'owner') {
    throw new AppError('forbidden', { because: 'command_line_of_other' });
  }
  const { count } = await prisma.commandLineToken.deleteMany({ where });
  if (count === 0) throw new ApiError('not_found');
  await recordAudit(call, { action: 'command_line.ended', targetId: id });
  return { ok: true };
}
