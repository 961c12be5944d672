import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

export type OwnNames = { name: string | null; addresses: string[] };

/**
 * The name of a person, and all present and former addresses of the account. An address that was
 * asked for and never confirmed is left out, because it may belong to somebody else.
 */
export async function findOwnNames(prisma: PeoplePrisma, personId: string): Promise<OwnNames> {
  const person = await prisma.person.findUnique({
    where: { id: personId },
    select: { name: true, email: true },
  });
  if (!person) return { name: null, addresses: [] };
  const changes = await prisma.securityLog.findMany({
    where: { person_id: personId, kind: 'email_changed' },
    select: { details: true },
  });
  const former = changes.flatMap(({ details }) => Object.values((details ?? {}) as object));
  const addresses = [person.email, ...former.filter((value) => typeof value === 'string')];
  return { name: person.name, addresses: [...new Set(addresses)] };
}
