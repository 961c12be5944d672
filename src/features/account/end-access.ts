import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { recordSecurity } from '../security-log/record-security.ts';

type Whose = {
  personId: string;
  /**
   * The passkey with which the person has proved the identity. Nobody chooses further ones, because anybody with a link
   * could choose.
   */
  keptPasskey?: string | undefined;
};

/**
 * Ends all ways by which somebody else may have come in: sessions, passkeys, known browsers and
 * command lines.
 * Returns the names of the removed passkeys.
 */
export async function endAccess(
  visit: Visit,
  prisma: PeoplePrisma,
  { personId, keptPasskey = '' }: Whose,
): Promise<string[]> {
  const person_id = personId;
  await prisma.session.deleteMany({ where: { person_id } });
  await prisma.knownDevice.deleteMany({ where: { person_id } });
  await endCommandLines(prisma, personId);
  const others = { person_id, id: { not: keptPasskey } };
  const removed = await passkeyNames(prisma, personId, others);
  await prisma.passkey.deleteMany({ where: others });
  for (const name of removed) {
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_removed', details: { name } });
  }
  return removed;
}

/** The names of a person's passkeys, the oldest first. */
export async function passkeyNames(
  prisma: PeoplePrisma,
  person_id: string,
  which: { id?: { not: string } } = {},
): Promise<string[]> {
  const passkeys = await prisma.passkey.findMany({
    where: { ...which, person_id },
    select: { name: true },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return passkeys.map(({ name }) => name);
}
