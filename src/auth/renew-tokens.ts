import type { Queryable } from '../db/team-db.ts';
import { hashToken, newToken } from './token.ts';

/** A session whose person has got another role or other rights in the team since its token was made. */
export type Outgrown = { id: string; token: string; standing: string };

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
 * rights than before (P104). Returns the new tokens by session. If several requests show the same session at
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
