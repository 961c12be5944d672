-- The webhook endpoints of a team, its parent and its sandboxes. Locks the parent, so that two transactions
-- that count them run one after the other.
create or replace function endpoints_of_family(team text)
returns table (id text, url text, proven_origin text) language plpgsql as $$
declare parent text;
begin
  select coalesce(t.sandbox_of, t.id) into parent from tenant t where t.id = team;
  perform from tenant t where t.id = parent for no key update;
  return query select e.id, e.url, e.proven_origin from tenant t
    cross join lateral (
      select w.* from webhook_endpoint w where w.tenant_id = t.id and w.deleted_at is null
    ) e
    where t.id = parent or t.sandbox_of = parent;
end $$;
