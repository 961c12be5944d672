-- Makes a sandbox of a team, with the team's plan, status and limits. It locks the team: two calls at once cannot make
-- a fourth sandbox, and a suspension at the same time reaches the new one. Returns why it made none, or null.
create or replace function make_sandbox(
  of_tenant text, sandbox text, its_name text, most integer, at timestamptz
) returns text language plpgsql as $$
declare
  parent tenant;
begin
  select * into parent from tenant t where t.id = of_tenant for no key update;
  if parent.sandbox_of is not null then return 'in_sandbox'; end if;
  if (select count(*) from tenant t where t.sandbox_of = of_tenant) >= most then
    return 'too_many';
  end if;
  insert into tenant (id, name, plan, status, seats, rate_limit_per_min, created_at, languages,
      time_zone, sandbox_of, sandbox_used_at, sandbox_state)
    values (sandbox, its_name, parent.plan, parent.status, 20, parent.rate_limit_per_min, at, parent.languages,
      parent.time_zone, of_tenant, at, 'filling');
  return null;
end $$;
