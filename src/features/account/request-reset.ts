import type { Visit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { chargeMail } from '../session/charge-attempt.ts';
import { sendNotice } from './send-notice.ts';

/**
 * Asks the worker to mail a link to the person with this address. Only the worker looks for the
 * person, so that neither the answer nor its time tells whether there is one. Too many requests get
 * the same answer.
 */
export async function requestReset(visit: Visit, email: string): Promise<Ok> {
  const at = visit.now.toISOString();
  if (await chargeMail(visit, 'reset', email)) {
    await visit.transaction((_, __, addJob) =>
      sendNotice(addJob, { kind: 'password_reset', email, at }),
    );
  }
  return { ok: true };
}
