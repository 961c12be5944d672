// SQL for the part `from` of a statement about the team `$1`. These are not functions of the database: if
// team data is spread over many servers, a function reads the empty tables of one server and finds nothing.

/** The entries of the global catalog that the team has released, and its own entries. */
export const visibleCatalog = `(
    select e.id, e.dimension, e.names, e.icon, e.sort_key from catalog_entry e
    where e.archived_at is null and not exists (
      select from catalog_hidden h where h.tenant_id = $1 and h.entry_id = e.id)
    union all
    select o.id, o.dimension, o.names, o.icon, o.sort_key from team_catalog_entry o
    where o.tenant_id = $1 and o.archived_at is null
  )`;

/** The rules of the global catalog and the team's own. */
export const catalogRules = `(
    select g.id, false as own, g.situation_id, g.personality_id, g.industry_id, g.dimension
    from catalog_rule g
    union all
    select t.id, true, t.situation_id, t.personality_id, t.industry_id, t.dimension
    from team_catalog_rule t where t.tenant_id = $1
  )`;

/** The id of the recipient if the person has joined; for others the policy of the team counts (D126). */
export const joinedMember = (member: string): string => `(select m.id from member m
    where m.tenant_id = $1 and m.id = ${member} and m.status = 'active')`;

/** A member's policy overrides the team's, dimension by dimension (D126). */
export const effectivePolicy = (member: string): string => `(
    select distinct on (p.dimension) p.dimension, p.mode, p.entry_ids,
      p.member_id is not null as of_member
    from policy p
    where p.tenant_id = $1 and (p.member_id is null or p.member_id = ${member})
    order by p.dimension, p.member_id nulls last
  )`;
