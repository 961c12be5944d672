import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { CommandLineCall, TeamVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
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

/** Ends the login of the command line that calls. */
export async function logOut(call: CommandLineCall): Promise<Ok> {
  const { db, prisma, actor } = call;
  const where = { tenant_id: db.tenantId, id: actor.tokenId };
  await prisma.commandLineToken.deleteMany({ where });
  await recordAudit(call, { action: 'command_line.ended', targetId: actor.tokenId });
  return { ok: true };
}

/**
 * Ends all command lines of a person, and the logins that the person has confirmed and whose token
 * nobody has taken yet. Returns how many have ended.
 */
export async function endCommandLines(prisma: PeoplePrisma, person_id: string): Promise<number> {
  const confirmed = await prisma.commandLineRequest.deleteMany({ where: { person_id } });
  const loggedIn = await prisma.commandLineToken.deleteMany({ where: { person_id } });
  return confirmed.count + loggedIn.count;
}

/**
 * Ends the command lines of a member whose right to the interfaces has ended. The trigger
 * `member_ends_command_lines` does the same wherever members and command lines are on one server.
 */
export async function endCommandLinesOfMember(db: TeamDb, userId: string | null): Promise<void> {
  if (userId !== null) await db.write('select end_command_lines($1, $2)', [userId]);
}
