import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { endContact } from './remove-contact.ts';
import { ASKS_PER_DAY } from './technical-contact.schema.ts';

type How = {
  /** Who ends it: the contact with a link (`stopped`), or the operator (`erased`). */
  action: 'stopped' | 'erased';
  /** The link that the contact has used. It must still exist. */
  link?: string;
};

/**
 * Erases the technical contact of the team if it has this address: address, links and mails. Returns false if
 * the team has another contact, or none.
 */
export async function eraseContact(
  call: PrismaCall,
  which: { email: string } | { id: string },
  { action, link }: How,
): Promise<boolean> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const stored = await prisma.technicalContact.findFirst({ where: { tenant_id, ...which } });
  if (!stored?.email) return false;
  const { id, email, confirmed_at } = stored;
  // After a contact has declined, the team can ask nobody for a day, and the team is told why.
  const isDeclined = action === 'stopped' && confirmed_at === null;
  const asks = isDeclined ? { asks_since: now, asks: ASKS_PER_DAY } : {};
  const { count } = await prisma.technicalContact.updateMany({
    where: { tenant_id, id, email },
    data: { email: null, confirmed_at: null, stopped_at: now, ...asks },
  });
  const hasLink =
    link === undefined ||
    (await prisma.oneTimeLink.count({ where: { tenant_id, id: link } })) === 1;
  if (count === 0 || !hasLink) return false;
  await endContact(call, email);
  await listContactErasure(call, id);
  const changes = { changed: ['email', 'lang'] };
  await recordAudit(call, { action: `technical_contact.${action}`, targetId: tenant_id, changes });
  await db.addJob('erasure.log', { tenant: tenant_id, contact: id });
  return true;
}

/**
 * Puts the contact on the list of erasures, so that a restored backup loses the address again. The line has
 * the id of the contact in the place of a member's id: a line without an id would say that the whole team was deleted.
 */
export async function listContactErasure(
  { db, prisma, now }: PrismaCall,
  contact: string,
): Promise<void> {
  const erasure = { id: newId('ers', now), tenant_id: db.tenantId, member_id: contact };
  await prisma.erasure.createMany({
    data: [{ ...erasure, created_at: now, finished_at: now }],
    skipDuplicates: true,
  });
}
