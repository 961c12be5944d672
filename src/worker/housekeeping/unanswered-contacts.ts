import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { removeUnanswered } from '../../features/technical-contact/remove-contact.ts';
import { UNCONFIRMED_DAYS } from '../../features/technical-contact/write-contact-request-mail.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';

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
    const { rows } = await pool.query<{ tenant_id: string; before: Date }>(
      `select c.tenant_id, due.before from technical_contact c,
         outgoing_ago($1, ${UNCONFIRMED_DAYS} * interval '24 h') as due (before)
       where c.email is not null and c.confirmed_at is null and c.asked_at < due.before
       limit ${BATCH}`,
      [now],
    );
    // A failure in one team does not keep the contacts of the others.
    for (const { tenant_id, before } of rows) {
      await asSystem(pool, tenant_id, now, (call) => removeUnanswered(call, before)).catch(note);
    }
  } catch (err) {
    note(err);
  }
}
