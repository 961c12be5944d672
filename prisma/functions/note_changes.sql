-- Notes changes of objects of one type for GET /changes, up to fifty in a row: a row for each would be half of the cost of
-- many. Triggers give it arrays, because on Citus no statement may name a table of teams and the changed rows of a trigger.
create or replace function note_changes(
  of_type text, are_gone boolean, tenants text[], ids text[], members text[]
) returns void language plpgsql as $$
begin
  if tenants is null then return; end if;
  insert into change_note (tenant_id, type, ids, members, are_gone)
  select u.tenant_id, of_type, array_agg(u.id), array_agg(u.member_id), are_gone
  from unnest(tenants, ids, members) with ordinality u (tenant_id, id, member_id, n)
  group by u.tenant_id, u.n / 50;
end $$;
