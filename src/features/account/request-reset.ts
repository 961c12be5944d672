import type { Visit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { askToNote } from '../security-log/note-attempt.ts';
import { findKnownDevice } from '../session/find-known-device.ts';
import { chargeMail } from './charge-mail.ts';
import { sendNotice } from './send-notice.ts';

/**
 * Asks the worker to send a link to the person with this address. Only the worker looks for the
 * person, so neither the answer nor its time tells whether there is one. Too many requests get the
 * same answer.
 */
export async function requestReset(visit: Visit, email: string): Promise<Ok> {
  const at = visit.now.toISOString();
  if (!(await chargeMail(visit, 'reset', await askerOf(visit, email)))) {
    await visit.transaction(async (_, __, addJob) => {
      await sendNotice(addJob, { kind: 'password_reset', email, at });
      await askToNote(visit, addJob, { kind: 'reset_requested', email });
    });
  }
  return { ok: true };
}

/**
 * Returns the name under which the request is counted. A request from a browser in which the person has
 * signed in before is counted apart, so that others cannot use up the requests of that person.
 */
async function askerOf(visit: Visit, email: string): Promise<string> {
  if (visit.browser.device === undefined) return email;
  const where = { email };
  const person = await visit.prisma.person.findUnique({ where, select: { id: true } });
  const device = await findKnownDevice(visit, person?.id ?? '');
  return device ? `${email} ${device.toString('base64url')}` : email;
}
