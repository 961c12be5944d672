import type { TeamDb } from '../../db/team-db.ts';
import { type Named, namesOfAccounts, withNames } from '../members/account-names.ts';
import { presentName } from '../members/join-last-name.ts';
import { ERASED_EMAIL, mayName } from './replace-names.ts';

/** A name that a person had while in the team. No two names of a person began at the same time. */
export type BorneName = { name: string; since: Date; until: Date | null };

/**
 * All names that these members had while in the team, the first one first. The name of the account
 * is one of them, unless it is newer than the membership: the team has never known that name.
 */
export async function listNames(db: TeamDb, memberIds: readonly string[]): Promise<BorneName[]> {
  // The members are read before their former names, so that a name that changes meanwhile is in at least one
  // of the two answers.
  const members = await db.rows<{ user_id: string }>(
    `select m.user_id from member m
     where m.tenant_id = $1 and m.id = any ($2) and m.user_id is not null`,
    [memberIds],
  );
  const names = await namesOfAccounts(
    db,
    members.map(({ user_id }) => user_id),
  );
  return db.rows<BorneName>(
    `with borne as (
       select n.value as name, n.since, n.until from member_name n
       where n.tenant_id = $1 and n.member_id = any ($2) and n.kind = 'name'
       union all
       select coalesce(m.sandbox_name, $3::jsonb ->> m.user_id), coalesce(f.until, m.joined_at, m.created_at), m.removed_at
       from member m
       left join lateral (
         select n.until from member_name n
         where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name'
         order by n.until desc limit 1) f on true
       where m.tenant_id = $1 and m.id = any ($2) and m.email <> '${ERASED_EMAIL}'
         and coalesce(m.sandbox_name, $3::jsonb ->> m.user_id) is not null
         and (m.removed_at is null or f.until is null or f.until < m.removed_at)
     )
     select b.name, min(b.since) as since,
       case when count(b.until) = count(*) then max(b.until) end as until
     from borne b group by b.name order by min(b.since), b.name`,
    [memberIds, JSON.stringify(names)],
  );
}

/** The names that an erasure looks for: all except those that the person had since one of these moments. */
export function namesToErase(names: readonly BorneName[], leftSince: readonly Date[]): string[] {
  const left = new Set(leftSince.map((moment) => moment.getTime()));
  return names.filter(({ since }) => !left.has(since.getTime())).map(({ name }) => name);
}

/** The names of the team's other people that match one of these patterns. */
export async function findNamesOfOthers(
  db: TeamDb,
  personId: string | null,
  patterns: readonly string[],
): Promise<string[]> {
  if (patterns.length === 0) return [];
  const others = await db.rows<Named>(
    `select ${presentName('m')} from member m
     where m.tenant_id = $1 and m.status = 'active' and m.user_id is distinct from $2`,
    [personId],
  );
  const named = await withNames(db, others);
  const rows = await db.rows<{ name: string }>(
    `select n.name from tenant t cross join unnest($2::text[]) as n (name)
     where t.id = $1 and ${mayName('n.name', '$3')}`,
    [named.flatMap(({ name }) => (name === null ? [] : [name])), patterns],
  );
  return rows.map(({ name }) => name);
}
