-- Each index and each foreign key of a delivery is paid for by every change that raises an event and
-- by every attempt (docs/performance.md). A delivery is found by its id or by its endpoint. Its id
-- also says from when on it may have run out, and whose event it is: events and deliveries that were
-- raised together have the same time in their ids.
--
-- Locked in the order in which a change takes them, and not waited for: everybody else would stand
-- behind. The migration is tried again until it finds a moment.
set local lock_timeout = '2s';
lock table webhook_endpoint, webhook_event, webhook_delivery in access exclusive mode;
drop index webhook_delivery_event;
drop index webhook_delivery_ended;
alter table webhook_delivery
  drop constraint webhook_delivery_endpoint_id_fkey,
  drop constraint webhook_delivery_event_id_fkey;

create function webhook_deliveries_go() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_delivery d using gone where d.endpoint_id = gone.id;
  return null;
end $$;
create trigger webhook_deliveries_go after delete on webhook_endpoint
  referencing old table as gone for each statement execute function webhook_deliveries_go();

-- The event, a delivery for each endpoint that takes it, and the job that wakes a worker up; nothing
-- when nobody takes it. With `only_endpoint` it is for that one alone, subscribed or not, paused or not,
-- and urgent. The privacy switch is read here: which of the two bodies is frozen. Answers the (first)
-- delivery if there is a job to tell workers of: not when all endpoints are paused.
create function raise_event(
  of_tenant text, event_id text, event_type text, full_body text, reduced_body text, at timestamptz,
  only_endpoint text
) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  endpoints text[];
  deliveries text[];
  -- Of those to be told of at once.
  awake text[];
  urgent boolean := only_endpoint is not null;
begin
  -- The digits of the time are those of the event; the rest is drawn here.
  select array_agg(e.id), array_agg('whd_' || substr(event_id, 5, 10)
      || right(replace(gen_random_uuid()::text, '-', ''), 16)),
    array_agg(e.id) filter (where urgent or e.status = 'active')
    into endpoints, deliveries, awake
  from webhook_endpoint e
  where e.tenant_id = of_tenant and e.deleted_at is null
    and case when urgent then e.id = only_endpoint else event_type = any (e.events) end;
  if endpoints is null then return null; end if;

  insert into webhook_event (tenant_id, id, type, body, created_at)
  select of_tenant, event_id, event_type,
    case when t.member_detail_enabled then full_body else reduced_body end, at
  from tenant t where t.id = of_tenant;
  -- The team has been removed by hand since.
  if not found then return null; end if;

  insert into webhook_delivery
    (tenant_id, id, endpoint_id, event_id, event_type, next_try_at, urgent_at, created_at)
  select of_tenant, d.id, d.endpoint_id, raise_event.event_id, raise_event.event_type, now(),
    case when urgent then now() end, at
  from unnest(deliveries, endpoints) d (id, endpoint_id);

  if awake is null then return null; end if;
  perform enqueue('webhook.deliver', json_build_object('tenant', of_tenant, 'endpoints', awake,
    'urgent', case when urgent then deliveries end));
  return deliveries[1];
end $$;
