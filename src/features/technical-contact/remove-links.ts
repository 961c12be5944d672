import type { PrismaCall } from '../../operation/call.ts';
import type { ContactPurpose } from '../account/link.schema.ts';

type Which = { purpose: { in: ContactPurpose[] } };

/** Removes links of the contact, and erases them in mails that are not sent yet. */
export async function removeLinks({ db, prisma }: PrismaCall, which: Which): Promise<void> {
  const tenant_id = db.tenantId;
  const links = await prisma.oneTimeLink.findMany({
    where: { tenant_id, ...which },
    select: { id: true },
  });
  const ids = links.map(({ id }) => id);
  await prisma.oneTimeLink.deleteMany({ where: { tenant_id, id: { in: ids } } });
  await prisma.mail.updateMany({
    where: { tenant_id, link_id: { in: ids }, sealed_link: { not: null } },
    data: { sealed_link: null },
  });
}
