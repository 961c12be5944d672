-- Notes changes of assignments. A change of a member is one of its assignments too (note_member_changes).
create or replace function note_assignment_changes() returns trigger language plpgsql as $$
declare
  read text[];
begin
  if tg_op = 'DELETE' then
    read := teams_with_change_readers(array(select distinct o.tenant_id from olds o));
  else
    read := teams_with_change_readers(array(select distinct n.tenant_id from news n));
  end if;
  if read = '{}' then return null; end if;

  if tg_op = 'INSERT' then
    perform note_changes('assignment', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n where n.tenant_id = any (read);
  elsif tg_op = 'DELETE' then
    perform note_changes('assignment', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.member_id))
    from olds o where o.tenant_id = any (read);
  else
    perform note_changes('assignment', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and (
      n.member_id, n.status, n.title, n.situation_id, n.personality_id, n.industry_id, n.note, n.due_date,
        n.focus_dimension, n.completed_training_id, n.created_at
    ) is distinct from (
      o.member_id, o.status, o.title, o.situation_id, o.personality_id, o.industry_id, o.note, o.due_date,
        o.focus_dimension, o.completed_training_id, o.created_at
    );
  end if;
  return null;
end $$;
create or replace trigger note_assignment_changes_of_insert after insert on assignment
  referencing new table as news for each statement execute function note_assignment_changes();
create or replace trigger note_assignment_changes_of_update after update on assignment
  referencing old table as olds new table as news for each statement execute function note_assignment_changes();
create or replace trigger note_assignment_changes_of_delete after delete on assignment
  referencing old table as olds for each statement execute function note_assignment_changes();
