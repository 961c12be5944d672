import type { PrismaCall } from '../../operation/call.ts';
import { contactCauses } from './contact-mails.ts';
import { contactPurposes } from './make-contact-link.ts';

/**
 * Removes what is left of a contact whose address has just gone from its row: links, so that none
 * works and no waiting mail is sent, and the mails to the contact.
 */
export async function endContact({ db, prisma }: PrismaCall, email: string): Promise<void> {
  const tenant_id = db.tenantId;
  await prisma.oneTimeLink.deleteMany({ where: { tenant_id, purpose: { in: contactPurposes } } });
  await prisma.mail.deleteMany({
    where: { tenant_id, recipient: email, cause: { startsWith: contactCauses } },
  });
}
