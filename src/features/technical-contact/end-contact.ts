import type { PrismaCall } from '../../operation/call.ts';
import { contactPurposes } from '../account/link.schema.ts';
import { contactCauses } from './contact-mails.ts';
import { removeLinks } from './remove-links.ts';

/**
 * Removes the links and mails of a contact whose address was just removed from its row. After that no link
 * works, and no waiting mail is sent.
 */
export async function endContact(call: PrismaCall, email: string): Promise<void> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  await removeLinks(call, { purpose: { in: [...contactPurposes] } });
  await prisma.mail.deleteMany({
    where: { tenant_id, recipient: email, cause: { startsWith: contactCauses } },
  });
}
