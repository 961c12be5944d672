-- The teams among these whose changes somebody reads (GET /changes). A transaction that is not `read committed` may not
-- see a reader that began after it. So it notes its changes for all its teams, and a worker removes those that nobody
-- needs.
create or replace function teams_with_change_readers(of_tenants text[]) returns text[] language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then return of_tenants; end if;
  return array(select f.tenant_id from change_feed f where f.keeps and f.tenant_id = any (of_tenants));
end $$;
