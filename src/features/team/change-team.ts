import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { fieldsOf, refuseStale } from '../../shared/schema/edit-version.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { getTeam } from './get-team.ts';
import { type ChangeTeamInput, type OwnTeam, settingsOf } from './team.schema.ts';

/** Changes the given settings if they are still as the person has seen them. */
export async function changeTeam(
  call: PrismaCall,
  { version, ...input }: ChangeTeamInput,
): Promise<OwnTeam> {
  const { db, prisma } = call;
  const team = await prisma.tenant.findUnique({ where: { id: db.tenantId } });
  if (!team) throw new ApiError('not_found');
  const before = settingsOf(team);
  await requireUnchanged(call, { id: db.tenantId, fields: before, version });
  const changes = Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    ),
  );
  requirePlainName(input.name, before.name);
  if (Object.keys(changes).length > 0) {
    const { languages, ...rest } = before;
    const { count } = await prisma.tenant.updateMany({
      where: { id: db.tenantId, ...rest, languages: { equals: languages } },
      data: changes,
    });
    // Another change has come first.
    if (count === 0) refuseStale(Object.keys(changes));
    await recordAudit(call, {
      action: 'team.changed',
      targetId: db.tenantId,
      changes,
      before: fieldsOf(before, Object.keys(changes)),
    });
  }
  return getTeam(call);
}
