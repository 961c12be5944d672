import type { PrismaCall } from '../../operation/call.ts';
import { refuseStale } from '../../shared/edit-version.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { endContact } from './end-contact.ts';
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
