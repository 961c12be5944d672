import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { eraseContact } from '../technical-contact/erase-contact.ts';
import { asContact, findContactLink } from './find-contact-link.ts';
import { contactPurposes } from './link.schema.ts';

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
