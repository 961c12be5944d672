import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';

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

/** The recipients of a mail: active admins of the team and its owner, or some of them. */
export async function listRecipients(
  { db, prisma }: PrismaCall,
  chosen: Chosen = {},
): Promise<Recipient[]> {
  const members = await prisma.member.findMany({
    where: {
      tenant_id: db.tenantId,
      status: 'active',
      role: { in: ['owner', 'admin'] },
      ...chosen,
    },
    orderBy: { id: 'asc' },
  });
  return members.map(({ id, email, lang, role, rights }) => ({
    id,
    email,
    lang: lang as Language,
    role,
    mayMakeKeys: role === 'owner' || rights.includes('schnittstellen'),
  }));
}
