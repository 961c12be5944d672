import type { z } from 'zod';
import { rateSubject } from '../../auth/ip-range.ts';
import { isOneOf, type Standing } from '../../auth/rights.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { MemberVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeOwn } from '../session/charge-attempt.ts';
import type { confirmInput, PendingLogin } from './command-line.schema.ts';
import { hashLoginCode } from './login-code.ts';

/** Shows which command line has this code, and from which address it asks. Nothing is confirmed. */
export async function getLogin(visit: MemberVisit, code: string): Promise<PendingLogin> {
  const { ip: own_ip, session } = visit;
  const { machine, system, version, ip, created_at, expires_at } = await findPendingLogin(
    visit,
    code,
  );
  const { activeTeam } = session;
  if (!activeTeam) throw new ApiError('not_found');
  return {
    machine,
    system,
    version,
    ip,
    asked_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    own_ip,
    is_own_network: ip !== null && own_ip !== null && rateSubject(ip) === rateSubject(own_ip),
    team: { id: activeTeam.id, name: activeTeam.name },
  };
}

/**
 * Confirms the login of a command line for the team in which the person works now. A mail tells
 * the person, because the command line may now act in the person's name.
 */
export async function confirmLogin(
  visit: MemberVisit,
  { code, tenant_id }: z.output<typeof confirmInput>,
): Promise<Ok> {
  const { session, now, transaction, requestId, ip: ownIp } = visit;
  const { personId, email, actor, activeTeam } = session;
  // The person has switched to another team in another tab since the page was shown.
  if (tenant_id !== actor.tenantId) {
    throw new ApiError('conflict', { because: 'other_team_meanwhile' });
  }
  const { id, machine, system, ip, expires_at } = await findPendingLogin(visit, code);
  const soon = new Date(now.getTime() + MINUTE_MS);
  await transaction(async ({ prisma, inTeam, addJob, lockPerson }) => {
    // Something may end all command lines of the person at this moment. It takes the same lock, so it ends this
    // login too, or it has already ended the session that confirms.
    await lockPerson(personId);
    await requireRightStill(inTeam(actor.homeTenantId).db, personId);
    const { count } = await prisma.commandLineRequest.updateMany({
      where: { id, person_id: null, refused_at: null },
      // The command line asks every few seconds whether the login is confirmed, so a minute is enough.
      data: { tenant_id, person_id: personId, expires_at: expires_at < soon ? soon : expires_at },
    });
    if (count === 0) throw new ApiError('not_found');
    await recordAudit(
      { ...inTeam(tenant_id), actor, now, requestId, ip: ownIp },
      { action: 'command_line.confirmed', targetId: id, changes: { system } },
    );
    const team = activeTeam?.name ?? '';
    const details = { machine, team };
    await recordSecurity(visit, prisma, { personId, kind: 'command_line_confirmed', details });
    const what = { person: personId, email, team, machine, system, ip, at: now.toISOString() };
    await addJob('mail.account', { kind: 'command_line_confirmed', ...what });
  });
  return { ok: true };
}

/**
 * Refuses if the right has ended meanwhile, and locks the right until the login is confirmed. If the right
 * ends after that, the login ends too.
 */
async function requireRightStill(db: TeamDb, personId: string): Promise<void> {
  const member = await db.row<Standing>(
    `select m.role, m.rights from member m
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active' for share`,
    [personId],
  );
  if (!member || !isOneOf(member, 'interfaces')) throw new AppError('forbidden');
}

/** Refuses the login of a command line, so that nobody can confirm it any more. */
export async function refuseLogin(visit: MemberVisit, code: string): Promise<Ok> {
  const { id } = await findPendingLogin(visit, code);
  const { count } = await visit.prisma.commandLineRequest.updateMany({
    where: { id, person_id: null, refused_at: null },
    data: { refused_at: visit.now },
  });
  if (count === 0) throw new ApiError('not_found');
  return { ok: true };
}

/**
 * Finds the login with this code that a command line has asked for (a row of `CommandLineRequest`) and that no
 * person has answered yet. Each try of a code counts for the person who tries it, so that nobody can try many.
 */
async function findPendingLogin(visit: MemberVisit, code: string) {
  const { prisma, now, session } = visit;
  await chargeOwn(visit, 'command_line_code', session.personId);
  const code_hash = hashLoginCode(code);
  const found =
    code_hash &&
    (await prisma.commandLineRequest.findFirst({
      where: { code_hash, person_id: null, refused_at: null, expires_at: { gt: now } },
      omit: { code_hash: true, poll_hash: true },
    }));
  if (!found) throw new ApiError('not_found');
  return found;
}
