-- Whether a member is the only active admin of a team (spec, Members 4; D108). The owner does not count as an admin.
-- Citus plans no statement with a parameter of a function in SQL, so this is PL/pgSQL.
create or replace function is_last_active_admin(of_tenant text, of_member text) returns boolean
language plpgsql stable as $$
begin
  return exists (select from member m
      where m.tenant_id = of_tenant and m.role = 'admin' and m.status = 'active' and m.id = of_member)
    and not exists (select from member m
      where m.tenant_id = of_tenant and m.role = 'admin' and m.status = 'active' and m.id <> of_member);
end $$;
