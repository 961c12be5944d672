import { newId } from '../db/ids.ts';
import type { Queryable } from '../db/team-db.ts';
import type { Credentials } from './session.ts';
import { hashToken, newToken } from './token.ts';

/** A session whose person has got another role or other rights in the team since its token was made. */
type Outgrown = { id: string; token: string; standing: string };

// If another request has changed the session meanwhile, that change stays.
const renew = {
  name: 'renew tokens',
  text: `update session s set token_hash = o.new_hash, previous_hash = o.hash, rotated_at = $1,
      proved_at = null, proved_as = o.standing
    from unnest($2::text[], $3::bytea[], $4::bytea[], $5::text[])
      as o (id, hash, new_hash, standing)
    where s.id = o.id and s.token_hash = o.hash
    returning s.id`,
  query_timeout: 5_000,
};

/**
 * Gives sessions a new token. A token that was stolen before a change of role or rights then gives no more
 * rights than before. Returns the new tokens by session. If several requests show the same session at
 * once, they get the same new token.
 */
export async function renewTokens(
  db: Queryable,
  now: Date,
  outgrown: readonly Outgrown[],
): Promise<Map<string, string>> {
  const renewed = [...new Map(outgrown.map((one) => [one.id, one])).values()].map((one) => ({
    ...one,
    newToken: newToken(),
  }));
  if (renewed.length === 0) return new Map();
  const { rows } = await db.query<{ id: string }>({
    ...renew,
    values: [
      now,
      renewed.map(({ id }) => id),
      renewed.map(({ token }) => hashToken(token)),
      renewed.map((one) => hashToken(one.newToken)),
      renewed.map(({ standing }) => standing),
    ],
  });
  const written = new Set(rows.map(({ id }) => id));
  return new Map(
    renewed.filter(({ id }) => written.has(id)).map((one) => [one.id, one.newToken] as const),
  );
}

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
  { id, token = '', ip, userAgent }: Credentials & { id: string },
): Promise<void> {
  const values = [id, hashToken(token), newId('sec', now), now, ip, userAgent];
  await db.query({ ...end, values });
}
