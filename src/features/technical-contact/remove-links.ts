import type { PrismaCall } from '../../operation/call.ts';
import type { ContactPurpose } from '../account/link.schema.ts';

type Which = { id: string } | { purpose: { in: ContactPurpose[] } };

/** Removes links of the contact, and erases them in mails that are not sent yet. Returns how many there were. */
export async function removeLinks({ db, prisma }: PrismaCall, which: Which): Promise<number> {
  const tenant_id = db.tenantId;
  const links = await prisma.oneTimeLink.findMany({
    // Links of contacts are removed when they are used.
    where: { tenant_id, used_at: null, ...which },
    select: { id: true },
  });
  const ids = links.map(({ id }) => id);
  const { count } = await prisma.oneTimeLink.deleteMany({ where: { tenant_id, id: { in: ids } } });
  await prisma.mail.updateMany({
    where: { tenant_id, link_id: { in: ids }, sealed_link: { not: null } },
    data: { sealed_link: null },
  });
  return count;
}
