import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { announceExpiringKey } from '../../features/mail/announce-expiring-key.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/log.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

const BATCH = 500;

// A person who made a key for less than seven days, or has just rotated one, knows when it ends. A
// key with a working successor may end without a mail.
const expiring = `select k.tenant_id, k.id
  from api_key k join tenant t on t.id = k.tenant_id and t.status = 'active'
  where k.revoked_at is null and k.expires_at > $1 and k.expires_at <= $1 + interval '7 d'
    and k.created_at <= k.expires_at - interval '7 d'
    and not exists (select from api_key s
      where s.tenant_id = k.tenant_id and s.lineage_id = k.lineage_id and s.id <> k.id
        and s.created_at >= k.rotated_at and s.revoked_at is null
        and coalesce(s.expires_at > $1, true))
    and not exists (select from mail m
      where m.tenant_id = k.tenant_id and m.cause = 'key_expires:' || k.id)
  order by k.expires_at limit ${BATCH}`;

/** Writes one mail seven days before a key ends (D47), also when several workers look for it. */
export async function announceExpiringKeys({ pool, clock, log }: Deps): Promise<void> {
  try {
    const now = await currentTime(pool, clock);
    const { rows } = await pool.query<{ tenant_id: string; id: string }>(expiring, [now]);
    for (const { tenant_id, id } of rows) {
      await asSystem(pool, tenant_id, now, (call) => announceExpiringKey(call, id));
    }
  } catch (err) {
    log.warn({ err }, 'announcing expiring keys failed');
  }
}
