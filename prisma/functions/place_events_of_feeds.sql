-- Gives positions to the committed events of several teams. The feeds are locked in the order of their teams, so two
-- processes cannot deadlock. A feed that somebody else has locked is left out until the next round.
-- Returns whether more events may wait for a position.
create or replace function place_events_of_feeds(of_tenants text[], at timestamptz) returns boolean language plpgsql as $$
declare
  t text;
  has_more boolean := false;
begin
  for t in select u from unnest(of_tenants) u order by u loop
    perform from event_feed f where f.tenant_id = t and f.keeps for no key update skip locked;
    if found then has_more := place_events(t, at) or has_more; end if;
  end loop;
  return has_more;
end $$;
