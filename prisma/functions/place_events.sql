-- Gives positions to the committed events of a team. The row of the feed stays locked until the commit, so positions
-- become visible in their order, and an event with a higher position never hides one that comes later. An open
-- transaction holds up only its own events: with transaction numbers it would hold up all readers. `reached_at` is the
-- latest `created_at` up to a position. So time and position grow together, and one index serves a page, `since` and
-- the removal by age. Returns whether more events may wait for a position.
create or replace function place_events(of_tenant text, at timestamptz) returns boolean language plpgsql as $$
declare
  feed event_feed;
  placed integer;
  most constant integer := 2000;
begin
  -- A restored or promoted database begins another history, because it may lack what readers have seen.
  perform from event_history h where h.is_only and h.origin = database_origin();
  if not found then
    insert into event_history as h (id, origin) values (gen_random_uuid(), database_origin())
    on conflict (is_only) do update set id = excluded.id, origin = excluded.origin where h.origin <> excluded.origin;
    return true;
  end if;

  -- Mostly there is nothing to do, and nobody waits for the lock.
  perform from event_feed f
  where f.tenant_id = of_tenant and f.keeps and (f.opened_at is null or exists (
    select from kept_event e where e.tenant_id = of_tenant and e.feed_position is null));
  if not found then return false; end if;

  select f.* into feed from event_feed f where f.tenant_id = of_tenant and f.keeps for no key update;
  if not found then return false; end if;
  if feed.opened_at is null then
    -- A transaction that has left out an event holds this lock, shared (keeps_events).
    if not pg_try_advisory_xact_lock(hashtextextended('event_feed ' || of_tenant, 0)) then return false; end if;
    feed.last_position := feed.last_position + 1;
    update event_feed f set opened_at = at, last_position = feed.last_position, floor = feed.last_position,
      floor_at = greatest(f.floor_at, at)
    where f.tenant_id = of_tenant;
  end if;

  -- This statement sees what was committed before the lock was taken.
  with taken as materialized (
    select e.event_id, e.seq, e.created_at from kept_event e
    where e.tenant_id = of_tenant and e.feed_position is null order by e.seq limit most
  ), numbered as materialized (
    select t.event_id, row_number() over (order by t.seq) as n, max(t.created_at) over (order by t.seq) as newest
    from taken t
  ), given as (
    update kept_event e set feed_position = feed.last_position + d.n, reached_at = greatest(feed.reached_at, d.newest)
    from numbered d where e.tenant_id = of_tenant and e.event_id = d.event_id
    returning e.reached_at
  )
  select count(*), max(g.reached_at) into placed, feed.reached_at from given g;
  if placed > 0 then
    update event_feed f set last_position = feed.last_position + placed, reached_at = feed.reached_at
    where f.tenant_id = of_tenant;
  end if;
  return placed = most;
end $$;
