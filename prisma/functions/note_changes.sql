-- Notes changes of objects of one type for GET /changes. Triggers give it arrays, because on Citus no statement may name
-- a table of teams and the changed rows of a trigger.
create or replace function note_changes(
  of_type text, are_gone boolean, tenants text[], ids text[], members text[]
) returns void language plpgsql as $$
begin
  if tenants is null then return; end if;
  insert into change_note (tenant_id, type, id, member_id, is_gone)
  select u.tenant_id, of_type, u.id, u.member_id, are_gone from unnest(tenants, ids, members) u (tenant_id, id, member_id);
end $$;
