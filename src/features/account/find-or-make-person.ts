import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { refuseReserved } from './refuse-reserved.ts';

/**
 * Finds or makes the account of an e-mail address, and notes that the person belongs to this team.
 * A person may belong to several teams.
 *
 * In a sandbox it returns an id without an account, the same for the same address: members of a sandbox are
 * no people, even if somebody has typed the address of a real one.
 */
export async function findOrMakePerson(
  call: PrismaCall,
  email: string,
  lang: Language = DEFAULT_LANGUAGE,
): Promise<string> {
  const { db, prisma, now } = call;
  if (await isSandbox(call)) {
    const where = { tenant_id: db.tenantId, email, user_id: { not: null } };
    const existing = await prisma.member.findFirst({ where, select: { user_id: true } });
    return existing?.user_id ?? newId('usr', now);
  }
  const person = await prisma.person.upsert({
    where: { email },
    create: { id: newId('usr', now), email, lang, created_at: now },
    update: { email },
  });
  await refuseReserved(prisma, now, { email, personId: person.id });
  const membership = { tenant_id: db.tenantId, person_id: person.id };
  await prisma.personTeam.createMany({ data: [membership], skipDuplicates: true });
  return person.id;
}
