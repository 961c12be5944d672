import type { PrismaCall } from '../../operation/call.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { endContact } from './end-contact.ts';

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
