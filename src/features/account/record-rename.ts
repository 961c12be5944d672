import type { TeamDb } from '../../db/team-db.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import { asMember } from '../../operation/as-member.ts';
import type { Visit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { WEEK_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { keepName } from '../members/keep-names.ts';

type Renamed = { personId: string; from: string | null; to: string };

/**
 * Records in the person's teams that the name has changed, in the transaction that changes the
 * account. So nobody can take the name of a colleague, act, and give it back unseen. The entry in the audit log
 * contains no name. The table of names contains both, so that an erasure finds them in one place.
 */
export async function recordRename(
  { now, requestId, ip }: Visit,
  { prisma: people, inTeam }: PeopleHandles,
  { personId, from, to }: Renamed,
): Promise<void> {
  // Giving a name to an account that had none is no rename.
  if (from === null || from === to) return;
  const teams = await people.personTeam.findMany({
    where: { person_id: personId },
    include: { tenant: true },
    orderBy: { tenant_id: 'asc' },
  });
  const members = await people.member.findMany({
    where: {
      tenant_id: { in: teams.map(({ tenant_id }) => tenant_id) },
      user_id: personId,
      status: 'active',
    },
  });
  const byTeam = new Map(members.map((member) => [member.tenant_id, member]));
  for (const { tenant_id, tenant: team } of teams) {
    const call = { ...inTeam(tenant_id), now, requestId, ip };
    await requireRenameLeft(call.db, { personId, now });
    await keepName(call.db, { personId, name: from, until: now });
    const member = byTeam.get(tenant_id);
    if (!member) continue;
    await recordAudit(asMember(call, { personId, member, team }), {
      action: 'member.renamed',
      targetId: member.id,
      changes: { changed: ['name'] },
    });
  }
}

/** How often a person may change their own name within a week. A team keeps each of these names. */
export const RENAMES_PER_WEEK = 10;

type Renaming = { personId: string; now: Date };

/**
 * Refuses a change of the name above the limit. Otherwise one member could fill the audit log, and could have
 * so many names that no erasure comes to an end. The caller has locked the person.
 */
async function requireRenameLeft(db: TeamDb, { personId, now }: Renaming): Promise<void> {
  const oldest = await db.row<{ at: Date }>(
    `select n.until as at
     from member m join member_name n on n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name'
     where m.tenant_id = $1 and m.user_id = $2 and n.until > $3
     order by n.until desc offset ${RENAMES_PER_WEEK - 1} limit 1`,
    [personId, new Date(now.getTime() - WEEK_MS)],
  );
  if (!oldest) return;
  const freeMs = oldest.at.getTime() + WEEK_MS - now.getTime();
  throw new ApiError('rate_limited', {
    because: ['too_many_renames', RENAMES_PER_WEEK],
    limit: RENAMES_PER_WEEK,
    retryAfter: Math.max(1, Math.ceil(freeMs / 1000)),
  });
}
