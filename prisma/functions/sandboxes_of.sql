-- The sandboxes of a team, the oldest first.
create or replace function sandboxes_of(of_tenant text) returns table (
  id text, name text, state text, seats integer, created_at timestamptz, used_at timestamptz,
  warned_at timestamptz
) language sql stable as $$
  select t.id, t.name, t.sandbox_state, t.seats, t.created_at, t.sandbox_used_at, t.sandbox_warned_at
  from tenant t where t.sandbox_of = of_tenant order by t.created_at, t.id
$$;
