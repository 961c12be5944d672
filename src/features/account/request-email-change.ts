import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { secondsTo } from '../session/charge-attempt.ts';
import { chargeMail } from './charge-mail.ts';
import { sendNotice } from './send-notice.ts';

/**
 * Asks the worker to send a link to the new address. Only the person who opens the link learns
 * whether another account has the address.
 */
export async function requestEmailChange(visit: PersonVisit, newEmail: string): Promise<Ok> {
  const { session, now } = visit;
  const { personId, email } = session;
  if (newEmail === email) {
    throw new ApiError('validation_error', { field: 'email', because: 'same_address' });
  }
  const refused = await chargeMail(visit, 'new_address', personId);
  if (refused) {
    throw new ApiError('rate_limited', {
      because: 'too_many_new_addresses',
      retryAfter: secondsTo(refused, visit),
    });
  }
  const at = now.toISOString();
  await visit.transaction(async (prisma, _, addJob) => {
    const details = { new_email: newEmail };
    await recordSecurity(visit, prisma, { personId, kind: 'email_change_requested', details });
    await sendNotice(addJob, { kind: 'email_change', person: personId, email, newEmail, at });
  });
  return { ok: true };
}
