-- An endpoint belongs to one team. PostgreSQL takes both columns for independent conditions, and expects one
-- delivery where an endpoint has thousands: it then reads all of them and sorts, to find the latest five.
-- These statistics tell it what depends on what. They cost an insert nothing (P788).
create statistics webhook_delivery_of_team (dependencies) on tenant_id, endpoint_id from webhook_delivery;

-- They are filled when the table is analyzed. An empty table is not: PostgreSQL would then plan for an empty
-- table, and read all of it. The nodes of a cluster analyze their parts themselves.
do $$ begin
  if to_regclass('sharding') is null and exists (select from webhook_delivery) then
    analyze webhook_delivery;
  end if;
end $$;
