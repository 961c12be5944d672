import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { asContact, findContactLink } from './find-contact-link.ts';
import { linkLifetimeMs } from './link.schema.ts';

/**
 * Confirms that the reader of the mail wants these mails. No account is needed for that. From then on the
 * same link stops the mails, because the next mail with such a link may come in a year (P593).
 */
export async function confirmContact(visit: Visit, token: string): Promise<Ok> {
  const {
    id,
    email,
    tenantId: tenant_id,
  } = await findContactLink(visit, token, ['contact_confirm']);
  await asContact(visit, tenant_id, async (call) => {
    const { prisma, now } = call;
    // The contact comes before its links, in the order of all changes of a contact.
    const { count } = await prisma.technicalContact.updateMany({
      where: { tenant_id, email, confirmed_at: null },
      data: { confirmed_at: now },
    });
    const { count: used } = await prisma.oneTimeLink.updateMany({
      where: { tenant_id, id, purpose: 'contact_confirm' },
      data: {
        purpose: 'contact_stop',
        expires_at: new Date(now.getTime() + linkLifetimeMs.contact_stop),
      },
    });
    if (count === 0 || used === 0) throw new AppError('link_invalid');
    await recordAudit(call, { action: 'technical_contact.confirmed', targetId: tenant_id });
  });
  return { ok: true };
}
