import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

/**
 * Ends all command lines of a person, and the logins that the person has confirmed and whose token
 * nobody has taken yet. Returns how many have ended.
 */
export async function endCommandLines(prisma: PeoplePrisma, person_id: string): Promise<number> {
  const confirmed = await prisma.commandLineRequest.deleteMany({ where: { person_id } });
  const loggedIn = await prisma.commandLineToken.deleteMany({ where: { person_id } });
  return confirmed.count + loggedIn.count;
}
