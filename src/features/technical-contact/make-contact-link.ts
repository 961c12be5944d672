import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { type ContactPurpose, linkLifetimeMs } from '../account/link.schema.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';

/**
 * Makes a link for the technical contact. A new link to confirm replaces the former one. Each mail
 * has a link of its own to stop the mails, because only the hash of a link is stored.
 */
export async function makeContactLink(
  call: PrismaCall,
  { purpose, email }: { purpose: ContactPurpose; email: string },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  if (purpose === 'contact_confirm') await removeLinks(call, { purpose: { in: [purpose] } });
  const id = newId('lnk', now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkLifetimeMs[purpose]);
  // In a sandbox there are no links: no mail of it is sent.
  if (await isSandbox(call)) return { id, token, expiresAt };
  await prisma.oneTimeLink.create({
    data: {
      id,
      tenant_id,
      purpose,
      email,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
    },
  });
  return { id, token, expiresAt };
}

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
