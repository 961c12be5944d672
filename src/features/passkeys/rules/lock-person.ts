import type { PeoplePrisma } from '../../../db/prisma/people-prisma.ts';

/** Lets changes of one person's passkeys wait for each other until their transactions end. */
export async function lockPerson(prisma: PeoplePrisma, id: string): Promise<void> {
  await prisma.person.updateMany({ where: { id }, data: { id } });
}
