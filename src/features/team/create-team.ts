import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { findOrMakePerson } from '../account/find-or-make-person.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type CreateTeamInput, createTeamInput } from './team.schema.ts';

type CreatedTeam = { tenant_id: string; owner_member_id: string; owner_user_id: string };

/**
 * Creates the team to which the call is bound, and its owner. The owner has `schnittstellen` (spec,
 * general rule 4).
 */
export async function createTeam(call: PrismaCall, input: CreateTeamInput): Promise<CreatedTeam> {
  const { db, prisma, now } = call;
  const { name, plan, seats, rate_limit_per_min, owner, lang } = createTeamInput.parse(input);
  requirePlainName(name);
  const tenant_id = db.tenantId;
  await prisma.tenant.create({
    data: { id: tenant_id, name, plan, seats, rate_limit_per_min, created_at: now },
  });
  const userId = await findOrMakePerson(call, owner, lang);
  const memberId = newId('mem', now);
  await prisma.member.create({
    data: {
      tenant_id,
      id: memberId,
      user_id: userId,
      email: owner,
      lang,
      role: 'owner',
      status: 'active',
      rights: ['schnittstellen'],
      created_through: 'app',
      created_at: now,
      joined_at: now,
    },
  });
  await recordAudit(call, {
    action: 'team.created',
    targetId: tenant_id,
    changes: { plan, seats, rate_limit_per_min },
  });
  return { tenant_id, owner_member_id: memberId, owner_user_id: userId };
}
