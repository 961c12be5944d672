-- In place of a foreign key, which would add a tenth to the cost of an event and a delivery. The same holds for the
-- attempts of a delivery (remove_attempts_of_deliveries).
create or replace function remove_deliveries_of_endpoints() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_delivery d using gone where d.endpoint_id = gone.id;
  return null;
end $$;
create or replace trigger remove_deliveries_of_endpoints after delete on webhook_endpoint
  referencing old table as gone for each statement execute function remove_deliveries_of_endpoints();
