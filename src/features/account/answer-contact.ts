import type { PrismaCall, Visit } from '../../operation/call.ts';
import { systemCall } from '../../operation/system-call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { eraseContact } from '../technical-contact/erase-contact.ts';
import { findLink } from './find-link.ts';
import { type ContactPurpose, contactPurposes, linkLifetimeMs } from './link.schema.ts';

/**
 * Confirms that the reader of the mail wants these mails. No account is needed for that. From then on the
 * same link stops the mails, because the next mail with such a link may come in a year.
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

/**
 * Ends the mails and erases the address, for a reader who has confirmed and for one who does not want
 * to. All links of the contact end with it.
 */
export async function stopContact(visit: Visit, token: string): Promise<Ok> {
  const { id, email, tenantId } = await findContactLink(visit, token, contactPurposes);
  await asContact(visit, tenantId, async (call) => {
    const erased = await eraseContact(call, { email }, { action: 'stopped', link: id });
    if (!erased) throw new AppError('link_invalid');
  });
  return { ok: true };
}

type ContactLink = { id: string; email: string; tenantId: string };

/** Finds a link for a technical contact. All other links are as invalid here as a text that is no link. */
async function findContactLink(
  visit: Visit,
  token: string,
  purposes: readonly ContactPurpose[],
): Promise<ContactLink> {
  const { id, email, tenant_id: tenantId, purpose } = await findLink(visit, token);
  if (tenantId === null || !purposes.some((one) => one === purpose)) {
    throw new AppError('link_invalid');
  }
  return { id, email, tenantId };
}

/**
 * Runs the action of a contact as a call on the team. The team does not know who the contact is: the audit
 * log names the product as the actor, and keeps no IP address.
 */
function asContact<T>(
  visit: Visit,
  tenantId: string,
  work: (call: PrismaCall) => Promise<T>,
): Promise<T> {
  return visit.transaction(({ inTeam }) => {
    const { db, prisma } = inTeam(tenantId);
    return work({ ...systemCall(db, visit.now), prisma, requestId: visit.requestId });
  });
}
