-- Deletes the pending row first: a worker that is about to write an attempt holds that row, so that
-- the attempt is written before this function deletes the attempts.
create or replace function remove_attempts_of_deliveries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_pending p using gone where p.delivery_id = gone.id;
  delete from webhook_attempt a using gone where a.delivery_id = gone.id;
  delete from webhook_retry r using gone
    where r.tenant_id = gone.tenant_id and r.delivery_id = gone.id;
  return null;
end $$;
create or replace trigger remove_attempts_of_deliveries after delete on webhook_delivery
  referencing old table as gone for each statement execute function remove_attempts_of_deliveries();
