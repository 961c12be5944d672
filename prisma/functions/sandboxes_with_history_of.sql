-- The sandboxes of a team that a worker has filled with a history: those with endpoints of the practice receiver.
create or replace function sandboxes_with_history_of(of_tenant text) returns table (id text)
language sql stable as $$
  select t.id from tenant t where t.sandbox_of = of_tenant and exists (
    select from webhook_endpoint e where e.tenant_id = t.id and e.deleted_at is null
      and e.url like 'https://practice-receiver.example/%')
$$;
