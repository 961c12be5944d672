import type pg from 'pg';
import { SignInThrottle } from '../../auth/sign-in-throttle.ts';
import { currentTime } from '../../db/current-time.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import { isSandbox } from '../../features/sandboxes/is-sandbox.ts';
import { hashed } from '../../features/session/charge-attempt.ts';
import { ASKS_PER_DAY } from '../../features/technical-contact/technical-contact.schema.ts';
import {
  findRequestedAddress,
  writeContactRequestMail,
} from '../../features/technical-contact/write-contact-request-mail.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Job } from '../../shared/jobs.ts';
import type { Clock } from '../../shared/time/clock.ts';

type Deps = { pool: pg.Pool; clock: Clock; links: LinkSeal };

/**
 * Asks a technical contact to confirm. All teams together may send one address as many of these mails as a
 * single team may. Above that, nothing is sent and nobody is told: otherwise an admin would learn that
 * another team asks the same address.
 */
export async function askTechnicalContact(
  { pool, clock, links }: Deps,
  request: Job<'mail.contact'>,
): Promise<void> {
  const { tenant } = request;
  const now = await currentTime(pool, clock);
  const email = await asSystem(pool, tenant, now, (call) => findRequestedAddress(call, request));
  if (email === null) return;
  if (await asSystem(pool, tenant, now, isSandbox)) {
    // No mail is sent, so none is counted for the address.
    await asSystem(pool, tenant, now, (call) => writeContactRequestMail(call, request, links.key));
    return;
  }
  const subject = `contact_day:${hashed(email)}`;
  const counts = [{ subject, limit: ASKS_PER_DAY, window: 'day' as const }];
  const throttle = new SignInThrottle(pool);
  const [soFar] = await throttle.charge(counts, now);
  if (soFar?.isOver) return;
  try {
    await asSystem(pool, tenant, now, (call) => writeContactRequestMail(call, request, links.key));
  } catch (error) {
    // The queue repeats the job. Without this, the repetitions would use up the day of the address.
    await throttle.takeBack([subject], null);
    throw error;
  }
}
