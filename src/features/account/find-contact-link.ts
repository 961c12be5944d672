import type { PrismaCall, Visit } from '../../operation/call.ts';
import { systemCall } from '../../operation/system-call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { findLink } from './find-link.ts';
import type { ContactPurpose } from './link.schema.ts';

type ContactLink = { id: string; email: string; tenantId: string };

/** Finds a link for a technical contact. All other links are as invalid here as a text that is no link. */
export async function findContactLink(
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
export function asContact<T>(
  visit: Visit,
  tenantId: string,
  work: (call: PrismaCall) => Promise<T>,
): Promise<T> {
  return visit.transaction((_people, inTeam) => {
    const { db, prisma } = inTeam(tenantId);
    return work({ ...systemCall(db, visit.now), prisma, requestId: visit.requestId });
  });
}
