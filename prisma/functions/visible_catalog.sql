create or replace function visible_catalog(tenant text)
  returns table (id text, dimension text, names jsonb, icon text, sort_key integer)
  language sql stable as $$
  select e.id, e.dimension, e.names, e.icon, e.sort_key from catalog_entry e
    where e.archived_at is null and not exists (
      select from catalog_hidden h where h.tenant_id = tenant and h.entry_id = e.id)
  union all
  select o.id, o.dimension, o.names, o.icon, o.sort_key from team_catalog_entry o
    where o.tenant_id = tenant and o.archived_at is null
$$;
