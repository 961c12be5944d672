-- Notes changes of deals. A new `synced_at` alone is none.
create or replace function note_deal_changes() returns trigger language plpgsql as $$
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
    perform note_changes('deal', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(null::text))
    from news n where n.tenant_id = any (read);
  elsif tg_op = 'DELETE' then
    perform note_changes('deal', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(null::text))
    from olds o where o.tenant_id = any (read);
  else
    perform note_changes('deal', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(null::text))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and (
      n.external_id, n.outcome, n.title, n.amount::text, n.currency, n.close_date, n.probability,
        n.pipeline_id, n.stage_id, n.industry_id, n.lost_reason, n.owner_user_id, n.last_activity_at
    ) is distinct from (
      o.external_id, o.outcome, o.title, o.amount::text, o.currency, o.close_date, o.probability,
        o.pipeline_id, o.stage_id, o.industry_id, o.lost_reason, o.owner_user_id, o.last_activity_at
    );
  end if;
  return null;
end $$;
create or replace trigger note_deal_changes_of_insert after insert on crm_deal
  referencing new table as news for each statement execute function note_deal_changes();
create or replace trigger note_deal_changes_of_update after update on crm_deal
  referencing old table as olds new table as news for each statement execute function note_deal_changes();
create or replace trigger note_deal_changes_of_delete after delete on crm_deal
  referencing old table as olds for each statement execute function note_deal_changes();
