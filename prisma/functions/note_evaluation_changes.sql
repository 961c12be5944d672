-- Notes changes of evaluations. A training that is evaluated has changed too (D188).
create or replace function note_evaluation_changes() returns trigger language plpgsql as $$
declare
  read text[];
  tenants text[];
  ids text[];
begin
  if tg_op = 'DELETE' then
    read := teams_with_change_readers(array(select distinct o.tenant_id from olds o));
  else
    read := teams_with_change_readers(array(select distinct n.tenant_id from news n));
  end if;
  if read = '{}' then return null; end if;

  -- Who has trained is known of the training.
  if tg_op = 'DELETE' then
    perform note_changes('evaluation', true, array_agg(o.tenant_id), array_agg(o.training_id), null)
    from olds o where o.tenant_id = any (read);
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(n.tenant_id), array_agg(n.training_id) into tenants, ids
    from news n where n.tenant_id = any (read);
  else
    select array_agg(n.tenant_id), array_agg(n.training_id) into tenants, ids
    from news n join olds o on o.tenant_id = n.tenant_id and o.training_id = n.training_id
    where n.tenant_id = any (read) and (
      n.closing, n.conversation_control, n.needs_analysis, n.objection_handling, n.value_argument, n.total, n.spread,
        n.tips::text, n.goal, n.methodology_id, n.strongest, n.biggest_lever, n.updated_at
    ) is distinct from (
      o.closing, o.conversation_control, o.needs_analysis, o.objection_handling, o.value_argument, o.total, o.spread,
        o.tips::text, o.goal, o.methodology_id, o.strongest, o.biggest_lever, o.updated_at
    );
  end if;
  perform note_changes('evaluation', false, tenants, ids, null), note_changes('training', false, tenants, ids, null);
  return null;
end $$;
create or replace trigger note_evaluation_changes_of_insert after insert on evaluation
  referencing new table as news for each statement execute function note_evaluation_changes();
create or replace trigger note_evaluation_changes_of_update after update on evaluation
  referencing old table as olds new table as news for each statement execute function note_evaluation_changes();
create or replace trigger note_evaluation_changes_of_delete after delete on evaluation
  referencing old table as olds for each statement execute function note_evaluation_changes();
