import { COMMAND_LINE_MS, newCommandLineToken } from '../../auth/command-line-token.ts';
import { hashToken } from '../../auth/token.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';
import type { PolledLogin } from './command-line.schema.ts';

/** A person may have this many command lines in a team. One more ends the oldest. */
const MOST = 10;

/**
 * Asks whether a person has confirmed the login. The answer that says so contains the token, once:
 * the login is removed with it, so of two polls at once only one gets it.
 */
export async function pollLogin(visit: Visit, pollToken: string): Promise<PolledLogin> {
  const { prisma, now } = visit;
  const poll_hash = hashToken(pollToken);
  const found = await prisma.commandLineRequest.findFirst({
    where: { poll_hash, expires_at: { gt: now } },
  });
  if (!found) return { state: 'over' };
  if (found.refused_at) return { state: 'refused' };
  const { id, tenant_id, person_id, machine, system, ip } = found;
  if (tenant_id === null || person_id === null) return { state: 'waiting' };
  const token = newCommandLineToken();
  const expires_at = new Date(now.getTime() + COMMAND_LINE_MS);
  const isTaken = await visit.transaction(async ({ prisma: inside, lockPerson }) => {
    // Without the lock, two logins that are taken at once would count the same command lines, and leave one
    // too many.
    await lockPerson(person_id);
    const { count } = await inside.commandLineRequest.deleteMany({ where: { id, person_id } });
    if (count === 0) return false;
    const whose = { tenant_id, person_id };
    await endOldest(inside, whose);
    const times = { created_at: now, last_used_at: now, expires_at };
    const token_hash = hashToken(token);
    await inside.commandLineToken.createMany({
      data: { id, ...whose, token_hash, machine, system, ip, ...times },
    });
    return true;
  });
  if (!isTaken) return { state: 'over' };
  return { state: 'confirmed', token, expires_at: expires_at.toISOString() };
}

async function endOldest(
  prisma: PeoplePrisma,
  whose: { tenant_id: string; person_id: string },
): Promise<void> {
  const over = await prisma.commandLineToken.findMany({
    where: whose,
    select: { id: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    skip: MOST - 1,
  });
  if (over.length === 0) return;
  await prisma.commandLineToken.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } });
}
