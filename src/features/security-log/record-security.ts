import type { ControlTransaction } from '../../db/control-db.ts';
import { newId } from '../../db/ids.ts';
import type { Visit } from '../../operation/call.ts';

type SecurityEvent = 'signed_in' | 'signed_out' | 'sessions_revoked' | 'password_set';

/** Records what happened to an account and from where, in the transaction of the change itself. */
export async function recordSecurity(
  { now, ip, userAgent }: Visit,
  db: ControlTransaction,
  { personId, kind }: { personId: string; kind: SecurityEvent },
): Promise<void> {
  await db.row(
    `insert into security_log (id, person_id, kind, created_at, ip, user_agent)
     values ($1, $2, $3, $4, $5, $6)`,
    [newId('sec', now), personId, kind, now, ip, userAgent],
  );
}
