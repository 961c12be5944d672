import { newId } from '../db/ids.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Shown } from './session.ts';
import { hashToken } from './token.ts';

// Of several requests at once one deletes the session, and writes the one entry.
const end = {
  name: 'end stolen session',
  text: `with ended as (
      delete from session s where s.id = $1 and s.previous_hash = $2 returning s.person_id
    )
    insert into security_log (id, person_id, kind, created_at, ip, user_agent)
    select $3, e.person_id, 'former_token_used', $4, $5, $6 from ended e`,
  query_timeout: 5_000,
};

/**
 * Ends a session if somebody has shown a former token of it, after the moment in which this token was still
 * valid: the browser has the new token, so two have the session. The person reads it in the security log.
 */
export async function endStolen(
  db: Queryable,
  now: Date,
  { id, token = '', ip, userAgent }: Shown & { id: string },
): Promise<void> {
  const values = [id, hashToken(token), newId('sec', now), now, ip, userAgent];
  await db.query({ ...end, values });
}
