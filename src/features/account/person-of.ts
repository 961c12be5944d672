import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { refuseReservedInTeam } from './refuse-reserved.ts';

/**
 * Finds or makes the account of an e-mail address, and notes that the person belongs to this team.
 * A person may belong to several teams.
 */
export async function personOf({ db, prisma, now }: PrismaCall, email: string): Promise<string> {
  const person = await prisma.person.upsert({
    where: { email },
    create: { id: newId('usr', now), email, created_at: now },
    update: { email },
  });
  await refuseReservedInTeam({ db, now }, { email, personId: person.id });
  const membership = { tenant_id: db.tenantId, person_id: person.id };
  await prisma.personTeam.createMany({ data: [membership], skipDuplicates: true });
  return person.id;
}
