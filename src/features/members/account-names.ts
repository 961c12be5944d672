import type { TeamDb } from '../../db/team-db.ts';

/** A row with a name, or with the id of the account that has the name. */
export type Named = { name: string | null; account_id: string | null };

/** Names of accounts by their ids. */
export type AccountNames = Readonly<Record<string, string>>;

/**
 * The names of these accounts. Accounts and members may be on different servers, so they are read by
 * different statements.
 */
export async function namesOfAccounts(
  db: TeamDb,
  ids: readonly (string | null)[],
): Promise<AccountNames> {
  const requested = new Set(ids.filter((id) => id !== null));
  if (requested.size === 0) return {};
  const rows = await db.rows<{ id: string; name: string }>(
    `select p.id, p.name from person_team t join person p on p.id = t.person_id
     where t.tenant_id = $1 and t.person_id = any ($2::text[]) and p.name is not null`,
    [[...requested]],
  );
  return namesById(rows);
}

/** Fills in the names of the rows that have the id of an account. */
export async function withNames<R extends Named>(
  db: TeamDb,
  rows: readonly R[],
): Promise<Omit<R, 'account_id'>[]> {
  const names = await namesOfAccounts(
    db,
    rows.map(({ account_id }) => account_id),
  );
  return rows.map(({ account_id, ...row }) => ({
    ...row,
    name: row.name ?? nameOf(names, account_id),
  }));
}

export const membersByAge = `select m.user_id from member m
  where m.tenant_id = $1 and m.status = 'active' and m.user_id is not null
  order by m.created_at desc, m.id desc limit $2::integer`;

/**
 * Finds the active members of the team whose account has a name with one of these texts, in any case. In a
 * large team it looks only at the newest members.
 */
export async function findNamed(
  db: TeamDb,
  texts: readonly string[],
  newest: number | null = null,
): Promise<AccountNames> {
  const members = await db.rows<{ user_id: string }>(membersByAge, [newest]);
  const rows = await db.rows<{ id: string; name: string }>(
    `select p.id, p.name from person_team t join person p on p.id = t.person_id
     where t.tenant_id = $1 and t.person_id = any ($2::text[])
       and exists (select from unnest($3::text[]) w where strpos(lower(p.name), lower(w)) > 0)`,
    [members.map(({ user_id }) => user_id), texts],
  );
  return namesById(rows);
}

/**
 * The name of the member `m` for an order, or the address of a member without one. `names` is what `findNamed` has found.
 * Case and accents make no difference: the collation of the database may compare bytes, which puts "Özil" behind "Zimmer".
 * The ids have the collation "C", in which "lower" knows only ASCII. A cursor has room for 60 characters.
 */
export const nameInOrder = (m: string, names: string) => {
  const name = `coalesce(${m}.sandbox_name, ${names}::jsonb ->> ${m}.user_id, ${m}.email)`;
  const plain = `lower(regexp_replace(normalize(${name} collate "default", nfd), '[\\u0300-\\u036f]', '', 'g'))`;
  return `(left(translate(replace(${plain}, 'ß', 'ss'), 'łøđ', 'lod'), 60) collate "C")`;
};

const nameOf = (names: AccountNames, id: string | null): string | null =>
  (id === null ? undefined : names[id]) ?? null;

const namesById = (rows: readonly { id: string; name: string }[]): AccountNames =>
  Object.fromEntries(rows.map(({ id, name }) => [id, name]));
