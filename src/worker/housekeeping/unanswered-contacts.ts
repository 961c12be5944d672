import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { removeUnanswered } from '../../features/technical-contact/remove-contact.ts';
import { UNCONFIRMED_DAYS } from '../../features/technical-contact/write-contact-request-mail.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Logger } from '../../shared/log.ts';

const BATCH = 100;

/** Removes technical contacts that have not agreed in time. The mail that asks them names this time. */
export async function removeUnansweredContacts({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}): Promise<void> {
  const note = (err: unknown) =>
    log.warn({ err }, 'removing technical contacts that have not agreed failed');
  try {
    const now = await currentTime(pool, clock);
    const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
    const { rows } = await pool.query<{ tenant_id: string }>(
      `select tenant_id from technical_contact
       where email is not null and confirmed_at is null and asked_at < $1 limit ${BATCH}`,
      [before],
    );
    // A failure in one team does not keep the contacts of the others.
    for (const { tenant_id } of rows) {
      await asSystem(pool, tenant_id, now, (call) => removeUnanswered(call, before)).catch(note);
    }
  } catch (err) {
    note(err);
  }
}
