import type { TeamDb } from '../../db/team-db.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { type Named, withNames } from './account-names.ts';
import { joinLastName, lastName } from './join-last-name.ts';

/** A member, and the moment for which the name is asked. Null asks for the last name. */
export type Wanted = { id: string; at: string | null };
/** The address is null for an erased person. */
export type NameThen = { name: string | null; address: string | null };

/** The names that members had at certain moments, in the order of `wanted`. */
export async function findNamesAt(
  team: TeamDb,
  wanted: readonly Wanted[],
): Promise<(NameThen | undefined)[]> {
  if (wanted.length === 0) return [];
  const rows = await team.rows<Named & { n: number; address: string | null }>(
    `select q.n::integer as n, ${lastName}, nullif(m.email, '${ERASED_EMAIL}') as address
     from unnest($2::text[], $3::timestamptz[]) with ordinality q (id, at, n)
     join member m on m.tenant_id = $1 and m.id = q.id
     ${joinLastName('least(q.at, m.removed_at)')}`,
    [wanted.map(({ id }) => id), wanted.map(({ at }) => at)],
  );
  const found = new Map((await withNames(team, rows)).map(({ n, ...then }) => [n, then]));
  return wanted.map((_, i) => found.get(i + 1));
}
