import type { PrismaCall } from '../../operation/call.ts';
import { contactPurposes } from '../account/link.schema.ts';
import { contactCauses } from './contact-mails.ts';
import { removeLinks } from './remove-links.ts';

/**
 * Removes what is left of a contact whose address has just gone from its row: links, so that none
 * works and no waiting mail is sent, and the mails to the contact.
 */
export async function endContact(call: PrismaCall, email: string): Promise<void> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  await removeLinks(call, { purpose: { in: [...contactPurposes] } });
  await prisma.mail.deleteMany({
    where: { tenant_id, recipient: email, cause: { startsWith: contactCauses } },
  });
}
