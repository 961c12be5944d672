import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import {
  WARNING_DAYS,
  type WarningDays,
  writeExpiringKeyMails,
} from '../../features/mail/write-expiring-key-mails.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; links: LinkSeal };

type Due = { tenant_id: string; id: string; days: WarningDays };

const BATCH = 500;

// Only the last due warning is sent, so that a person does not get two mails at once after the worker was
// away. A key that was made for no longer than the days of a warning gets no such warning: the person who
// made it knows its end. A key with a working successor may end without a mail.
const expiring = `select k.tenant_id, k.id, due.days
  from api_key k join tenant t on t.id = k.tenant_id and t.status = 'active'
  cross join lateral (select min(d.days) as days from unnest($2::integer[]) d (days)
    where k.expires_at <= $1::timestamptz + d.days * interval '24 h') due
  where k.revoked_at is null and k.expires_at > $1 and k.expires_at <= $1::timestamptz + $3 * interval '24 h'
    and k.created_at < k.expires_at - due.days * interval '24 h'
    and not exists (select from api_key s
      where s.tenant_id = k.tenant_id and s.lineage_id = k.lineage_id and s.id <> k.id
        and s.created_at >= k.rotated_at and s.revoked_at is null
        and coalesce(s.expires_at > $1, true))
    and not exists (select from mail m
      where m.tenant_id = k.tenant_id
        and m.cause = 'key_expires:' || k.id || case due.days when 7 then '' else ':' || due.days end)
  order by k.expires_at limit ${BATCH}`;

/**
 * Writes a mail 30 days, 7 days and 1 day before a key expires (D47 asks for the second). Several workers
 * together write each mail once.
 */
export async function warnOfExpiringKeys({ pool, clock, log, links }: Deps): Promise<void> {
  try {
    const now = await currentTime(pool, clock);
    const { rows } = await pool.query<Due>(expiring, [
      now,
      WARNING_DAYS,
      Math.max(...WARNING_DAYS),
    ]);
    for (const { tenant_id, id, days } of rows) {
      await asSystem(pool, tenant_id, now, (call) =>
        writeExpiringKeyMails(call, { keyId: id, days }, links),
      );
    }
  } catch (err) {
    log.warn({ err }, 'announcing expiring keys failed');
  }
}
