-- A team keeps its events from its first key with `events:read`, or its first endpoint, on. The worker ends this, and
-- locks the row for update, so that a key which is made at the same moment waits and then begins anew.
create or replace function keep_events() returns trigger language plpgsql as $$
begin
  insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
  values (new.tenant_id, true, 0, timestamptz 'epoch', 0, timestamptz 'epoch') on conflict do nothing;
  if found then return null; end if;
  perform from event_feed f where f.tenant_id = new.tenant_id and f.keeps for key share;
  if not found then
    update event_feed f set keeps = true, opened_at = null
    where f.tenant_id = new.tenant_id and not f.keeps;
  end if;
  return null;
end $$;
create or replace trigger keep_events_of_key after insert on api_key for each row
  when ('events:read' = any (new.scopes))
  execute function keep_events();
create or replace trigger keep_events_of_endpoint after insert on webhook_endpoint for each row
  execute function keep_events();
