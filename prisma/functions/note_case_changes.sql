-- Notes changes of team cases. It says nothing about private cases.
create or replace function note_case_changes() returns trigger language plpgsql as $$
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
    perform note_changes('case', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n where n.tenant_id = any (read) and n.visibility = 'team';
  elsif tg_op = 'DELETE' then
    perform note_changes('case', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.member_id))
    from olds o where o.tenant_id = any (read) and o.visibility = 'team';
  else
    perform note_changes('case', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.member_id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and n.visibility = 'team' and (
      o.visibility, n.member_id, n.title, n.persona_id, n.fields::text, n.external_ref::text, n.created_at
    ) is distinct from (
      n.visibility, o.member_id, o.title, o.persona_id, o.fields::text, o.external_ref::text, o.created_at
    );
    -- What is no team case any more.
    perform note_changes('case', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.member_id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and o.visibility = 'team' and n.visibility <> 'team';
  end if;
  return null;
end $$;
create or replace trigger note_case_changes_of_insert after insert on team_case
  referencing new table as news for each statement execute function note_case_changes();
create or replace trigger note_case_changes_of_update after update on team_case
  referencing old table as olds new table as news for each statement execute function note_case_changes();
create or replace trigger note_case_changes_of_delete after delete on team_case
  referencing old table as olds for each statement execute function note_case_changes();
