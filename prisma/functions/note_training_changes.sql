-- Notes changes of trainings, and of their evaluations: an evaluation is listed while its training is scored, and
-- names who trained.
create or replace function note_training_changes() returns trigger language plpgsql as $$
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
    perform note_changes('training', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n where n.tenant_id = any (read);
  elsif tg_op = 'DELETE' then
    perform note_changes('training', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.member_id))
    from olds o where o.tenant_id = any (read);
  else
    perform note_changes('training', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and (
      n.member_id, n.status, n.source, n.assignment_id, n.situation_id, n.personality_id, n.industry_id,
        n.role_id, n.external_ref::text, n.duration_s, n.created_at, n.finished_at
    ) is distinct from (
      o.member_id, o.status, o.source, o.assignment_id, o.situation_id, o.personality_id, o.industry_id,
        o.role_id, o.external_ref::text, o.duration_s, o.created_at, o.finished_at
    );
    perform note_changes('evaluation', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read)
      and (n.member_id, n.status = 'scored') is distinct from (o.member_id, o.status = 'scored');
  end if;
  return null;
end $$;
create or replace trigger note_training_changes_of_insert after insert on training
  referencing new table as news for each statement execute function note_training_changes();
create or replace trigger note_training_changes_of_update after update on training
  referencing old table as olds new table as news for each statement execute function note_training_changes();
create or replace trigger note_training_changes_of_delete after delete on training
  referencing old table as olds for each statement execute function note_training_changes();
