import type { PrismaCall } from '../../operation/call.ts';
import { refuseStale } from '../../shared/schema/edit-version.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { contactPurposes } from '../account/link.schema.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { contactCauses } from './contact-mails.ts';
import { removeLinks } from './make-contact-link.ts';
import { editedFields } from './technical-contact.schema.ts';

/** Removes the technical contact, at once with its address, links and mails. */
export async function removeContact(
  call: PrismaCall,
  { version }: { version: string },
): Promise<Ok> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  const stored = await prisma.technicalContact.findUnique({ where: { tenant_id } });
  await requireUnchanged(call, { id: tenant_id, fields: editedFields(stored), version });
  if (stored?.email) {
    const { id, email } = stored;
    const { count } = await prisma.technicalContact.updateMany({
      where: { tenant_id, id, email },
      data: { email: null, confirmed_at: null },
    });
    if (count === 0) refuseStale(['email']);
    await endContact(call, email);
    const changes = { changed: ['email', 'lang'] };
    await recordAudit(call, { action: 'technical_contact.removed', targetId: tenant_id, changes });
  }
  return { ok: true };
}

/** Removes a contact that was last asked before this time and has not agreed, as if an admin had removed it. */
export async function removeUnanswered(call: PrismaCall, before: Date): Promise<void> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  const unanswered = { tenant_id, confirmed_at: null, asked_at: { lt: before } };
  const stored = await prisma.technicalContact.findFirst({ where: unanswered });
  if (!stored?.email) return;
  const { id, email } = stored;
  const { count } = await prisma.technicalContact.updateMany({
    where: { ...unanswered, id, email },
    data: { email: null },
  });
  // The contact has agreed, or an admin has asked it again.
  if (count === 0) return;
  await endContact(call, email);
  const changes = { changed: ['email', 'lang'] };
  await recordAudit(call, { action: 'technical_contact.removed', targetId: tenant_id, changes });
}

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
