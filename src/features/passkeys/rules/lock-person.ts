import type { PeoplePrisma } from '../../../db/prisma/people-prisma.ts';

/** Locks a person, so that two changes of the person's passkeys run one after the other. */
export async function lockPerson(prisma: PeoplePrisma, id: string): Promise<void> {
  await prisma.person.updateMany({ where: { id }, data: { id } });
}
