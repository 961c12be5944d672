import type { PeopleHandles } from '../../db/transaction.ts';
import { asMember } from '../../operation/as-member.ts';
import type { Visit } from '../../operation/call.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { keepName } from '../members/keep-names.ts';
import { requireRenameLeft } from '../members/rules/require-rename-left.ts';

type Renamed = { personId: string; from: string | null; to: string };

/**
 * Records in the person's teams that the name has changed, in the transaction that changes the
 * account. The entry in the audit log contains no name. The table of names contains both, so that
 * an erasure finds them in one place (P420).
 */
export async function recordRename(
  { now, requestId, ip }: Visit,
  [people, inTeam]: PeopleHandles,
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
