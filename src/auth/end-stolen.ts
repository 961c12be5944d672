import { newId } from '../db/ids.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Shown } from './session.ts';
import { hashToken } from './token.ts';

// If several requests come at once, one of them deletes the session and writes the only entry.
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
 * Ends a session if somebody has shown a former token of it after the overlap. The browser of the person has
 * a newer token, so somebody else has a copy of the former one. The person reads about this in the security
 * log.
 */
export async function endStolen(
  db: Queryable,
  now: Date,
  { id, token = '', ip, userAgent }: Shown & { id: string },
): Promise<void> {
  const values = [id, hashToken(token), newId('sec', now), now, ip, userAgent];
  await db.query({ ...end, values });
}
