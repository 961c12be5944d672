-- Notes the evaluations of these trainings, if they have one, and with `and_trainings` the trainings too.
create or replace function note_evaluations(of_tenant text, ids text[], and_trainings boolean) returns void
language plpgsql as $$
declare
  found_ids text[];
  members text[];
begin
  if ids = '{}' then return; end if;
  select array_agg(t.id), array_agg(t.member_id) into found_ids, members
  from training t join evaluation e on e.tenant_id = of_tenant and e.training_id = t.id
  where t.tenant_id = of_tenant and t.id = any (ids);
  perform note_changes('evaluation', false, array_fill(of_tenant, array[cardinality(found_ids)]), found_ids, members);
  if and_trainings then
    perform note_changes('training', false, array_fill(of_tenant, array[cardinality(found_ids)]), found_ids, members);
  end if;
end $$;
