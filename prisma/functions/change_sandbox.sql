-- Renames a sandbox of a team, or begins to reset or remove it. Returns `missing`, `busy` while a worker is filling or
-- resetting it, or null for success. A removal can always begin, even if a filling never ends.
create or replace function change_sandbox(
  of_tenant text, sandbox text, its_name text, its_state text
) returns text language plpgsql as $$
begin
  update tenant t set name = coalesce(its_name, t.name), sandbox_state = its_state
    where t.id = sandbox and t.sandbox_of = of_tenant
      and (t.sandbox_state is null or its_state = 'removing' and t.sandbox_state <> 'removing');
  if found then return null; end if;
  if exists (select from tenant t where t.id = sandbox and t.sandbox_of = of_tenant) then
    return 'busy';
  end if;
  return 'missing';
end $$;
