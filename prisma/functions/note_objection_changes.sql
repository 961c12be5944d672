-- Notes changes of objections.
create or replace function note_objection_changes() returns trigger language plpgsql as $$
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
    perform note_changes('objection', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(null::text))
    from news n where n.tenant_id = any (read);
  elsif tg_op = 'DELETE' then
    perform note_changes('objection', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(null::text))
    from olds o where o.tenant_id = any (read);
  else
    perform note_changes('objection', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(null::text))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and (
      n.deal_id, n.category, n.text, n.lang, n.created_at
    ) is distinct from (
      o.deal_id, o.category, o.text, o.lang, o.created_at
    );
  end if;
  return null;
end $$;
create or replace trigger note_objection_changes_of_insert after insert on crm_objection
  referencing new table as news for each statement execute function note_objection_changes();
create or replace trigger note_objection_changes_of_update after update on crm_objection
  referencing old table as olds new table as news for each statement execute function note_objection_changes();
create or replace trigger note_objection_changes_of_delete after delete on crm_objection
  referencing old table as olds for each statement execute function note_objection_changes();
