-- Ends the feed of changes of a team: its cursors have expired, and the next reader begins a new feed. A worker removes
-- what the feed has kept.
create or replace function end_change_feed(of_tenant text) returns void language plpgsql as $$
begin
  update change_feed f set keeps = false where f.tenant_id = of_tenant;
end $$;
