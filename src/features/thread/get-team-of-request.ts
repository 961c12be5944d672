import { mayRead } from '../../auth/require-right.ts';
import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { type Span, timeAround } from '../../shared/secrets/request-id.ts';
import { listTeams } from '../session/list-teams.ts';
import type { LocatedRequest } from './thread.schema.ts';

type Wanted = { tenant_id: string; id: string; around: Span };

/** An id that does not tell its time is of no request of ours. It is looked for like any other id. */
const BEGINNING: Span = { from: new Date(0), to: new Date(0) };

/**
 * Finds the other team or sandbox of the person that knows this request, if the person may see the request there. It
 * reads only teams of the person, and the same of each: so the answer to an id of a foreign team, to an unknown id and to
 * an expired one is the same, after the same work.
 */
export async function getTeamOfRequest(visit: PersonVisit, id: string): Promise<LocatedRequest> {
  const { prisma, session } = visit;
  const around = timeAround(id) ?? BEGINNING;
  const teams = await listTeams(prisma, session.personId);
  const others = teams.filter(({ tenantId }) => tenantId !== session.activeTeam?.id);
  const plans = await prisma.tenant.findMany({
    where: { id: { in: others.map(({ tenantId }) => tenantId) } },
    select: { id: true, plan: true },
  });
  const planOf = new Map(plans.map((one) => [one.id, one.plan]));
  return visit.transaction(async ({ inTeam }) => {
    for (const { tenantId, homeTenantId, name, role, rights } of others) {
      const standing = { role, rights, plan: planOf.get(tenantId) ?? 'free' };
      if (!mayRead(standing, 'see_audit_log')) continue;
      const { db, prisma: ofTeam } = inTeam(tenantId);
      const wanted = { tenant_id: tenantId, id, around };
      const isKnown = [
        await hasChanged(ofTeam, wanted),
        mayRead(standing, 'see_request_log') && (await isLogged(db, wanted)),
      ].includes(true);
      const sandbox_of = homeTenantId === tenantId ? null : homeTenantId;
      if (isKnown) return { team: { id: tenantId, name, sandbox_of } };
    }
    return { team: null };
  });
}

/** No index contains the request, but its id tells its time. */
async function hasChanged(prisma: TeamPrisma, { tenant_id, id, around }: Wanted): Promise<boolean> {
  const found = await prisma.auditEntry.findFirst({
    where: { tenant_id, request_id: id, created_at: { gte: around.from, lte: around.to } },
    select: { id: true },
  });
  return found !== null;
}

/** A line of the log is no model of Prisma. */
async function isLogged(db: TeamDb, { id, around }: Wanted): Promise<boolean> {
  const found = await db.rows(
    `select r.request_id from request_log_line r
     where r.tenant_id = $1 and r.slot >= $2::timestamptz and r.slot <= $3::timestamptz
       and r.request_id = $4 limit 1`,
    [around.from, around.to, id],
  );
  return found.length > 0;
}
