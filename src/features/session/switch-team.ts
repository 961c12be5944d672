import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { listTeams } from './list-teams.ts';
import { rotateSession } from './rotate-session.ts';

/** Switches to another team of the person. The answer is 404 if the person is not an active member there. */
export async function switchTeam(visit: PersonVisit, tenantId: string): Promise<Ok> {
  const { prisma, session } = visit;
  const teams = await listTeams(prisma, session.personId);
  const team = teams.find((one) => one.tenantId === tenantId);
  if (!team) throw new ApiError('not_found');
  const keep = await rotateSession(visit, prisma, { team });
  keep();
  return { ok: true };
}
