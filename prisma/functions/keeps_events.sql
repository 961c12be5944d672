-- Whether the feed of a team keeps the events that this transaction raises. If it does not, the transaction holds a lock
-- until its end, and the feed opens only then: otherwise a reader could begin before an event that the feed lacks. It
-- looks again under the lock, because the team may have begun to keep events meanwhile. A team that keeps them takes no
-- lock, so that the feed of a busy team opens too.
create or replace function keeps_events(of_tenant text) returns boolean language plpgsql as $$
begin
  perform from event_feed f where f.tenant_id = of_tenant and f.keeps;
  if found then return true; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('event_feed ' || of_tenant, 0));
  return exists (select from event_feed f where f.tenant_id = of_tenant and f.keeps);
end $$;
