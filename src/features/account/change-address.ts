import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import { asMember } from '../../operation/as-member.ts';
import type { Call, Visit } from '../../operation/call.ts';
import { systemCall } from '../../operation/system-call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { codeOf } from '../../shared/errors/system-error-code.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { keepAddress } from '../members/keep-names.ts';
import { removeMember } from '../members/remove-member.ts';
import { refuseReserved } from './refuse-reserved.ts';

const UNIQUE_VIOLATION = '23505';

type Change = {
  personId: string;
  newEmail: string;
  /**
   * The address belonged to this person before. Then invitations of other teams to it are
   * withdrawn, so that they do not stand in the way.
   */
  isReverted?: true;
};

/** Gives an account another address, in all teams that have the person as an active member. */
export async function changeAddress(
  visit: Visit,
  handles: PeopleHandles,
  { personId, newEmail, isReverted }: Change,
): Promise<void> {
  const { prisma: people, inTeam } = handles;
  const { now, requestId, ip } = visit;
  const where = { id: personId };
  const { email } = await people.person.findUniqueOrThrow({ where, select: { email: true } });
  await people.person.updateMany({ where, data: { email: newEmail } });
  await refuseReserved(people, now, { email: newEmail, personId });
  const teams = await people.personTeam.findMany({
    where: { person_id: personId },
    include: { tenant: true },
    orderBy: { tenant_id: 'asc' },
  });
  for (const { tenant_id, tenant: team } of teams) {
    const call = { ...inTeam(tenant_id), now, requestId, ip };
    const membership = { tenant_id, user_id: personId, status: 'active' };
    if (isReverted && (await call.prisma.member.count({ where: membership })) > 0) {
      await withdrawInvitations(systemCall(call.db, now), call.prisma, newEmail);
    }
    const data = { email: newEmail };
    const [member] = await call.prisma.member.updateManyAndReturn({ where: membership, data });
    if (!member) continue;
    await keepAddress(call.db, { memberId: member.id, email, until: now });
    const own = asMember(call, { personId, member, team });
    await recordAudit(own, { action: 'member.email_changed', targetId: member.id });
  }
}

/**
 * Withdraws invitations to the person's own address in the person's own teams, because a team can
 * have an address only once.
 */
async function withdrawInvitations(call: Call, prisma: TeamPrisma, email: string): Promise<void> {
  const invited = await prisma.member.findMany({
    where: { tenant_id: call.db.tenantId, email, status: 'invited' },
    select: { id: true },
  });
  for (const { id } of invited) await removeMember(call, id);
}

/** Turns the error that another account has the address into a text that a person understands. */
export async function conflictIfTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError('conflict', { because: 'address_taken' });
  }
}
