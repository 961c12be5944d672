import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';

export type Recipient = {
  id: string;
  email: string;
  lang: Language;
  role: string;
  /**
   * True for members with the right `schnittstellen`. The owner gets the mail with or without this right.
   */
  mayMakeKeys: boolean;
};

type Chosen = { id?: { in: string[] } };

/**
 * The recipients of a mail: active admins of the team and its owner, or some of them. Each reads the mail in the language
 * of the profile (P336). Members of a sandbox are no people, and have only the language of the invitation.
 */
export async function listRecipients(call: PrismaCall, chosen: Chosen = {}): Promise<Recipient[]> {
  const { db, prisma } = call;
  const members = await prisma.member.findMany({
    where: {
      tenant_id: db.tenantId,
      status: 'active',
      role: { in: ['owner', 'admin'] },
      ...chosen,
    },
    orderBy: { id: 'asc' },
  });
  const arePeople = !(await isSandbox(call));
  const recipients: Recipient[] = [];
  for (const { id, email, role, rights, ...member } of members) {
    const person = arePeople
      ? await prisma.person.findUnique({ where: { email }, select: { lang: true } })
      : null;
    recipients.push({
      id,
      email,
      lang: (person ?? member).lang as Language,
      role,
      mayMakeKeys: role === 'owner' || rights.includes('schnittstellen'),
    });
  }
  return recipients;
}
