-- Writes an event, a delivery for each subscribed endpoint, and the job that wakes a worker. It also writes the event
-- for each subscribed listener of the team: a command line that was seen in the last six minutes. That is one minute
-- more than a listener has to resume, so that it misses no event. If the team keeps its events, the event goes into its
-- feed. If it does not, and no endpoint and no listener subscribes, nothing is written. With `only_endpoint` the event
-- goes to that endpoint alone, even if it is not subscribed or is paused, and is urgent. The privacy switch, read here,
-- decides which of the two bodies is stored. `of_request` is the request that raises the event, if any. Returns the
-- first delivery if it has added a job, and whether the event is in the feed. It adds no job if all endpoints are
-- paused.
create or replace function raise_one_event(
  of_tenant text, event_id text, event_type text, full_body text, reduced_body text, at timestamptz,
  only_endpoint text, of_request uuid, out delivery_id text, out is_kept boolean
) language plpgsql as $$
#variable_conflict use_variable
declare
  endpoints text[];
  deliveries text[];
  -- The endpoints that a worker must look at now.
  awake text[];
  listeners text[];
  urgent boolean := only_endpoint is not null;
begin
  is_kept := not urgent and keeps_events(of_tenant);
  -- A delivery's id has the event's digits of time and random digits.
  select array_agg(e.id), array_agg('whd_' || substr(event_id, 5, 10)
      || right(replace(gen_random_uuid()::text, '-', ''), 16)),
    array_agg(e.id) filter (where urgent or e.status = 'active'),
    array(select l.id from listener l
      where l.tenant_id = of_tenant and l.ended_at is null and not urgent
        and l.last_seen_at > now() - interval '6 minutes' and event_type = any (l.events))
    into endpoints, deliveries, awake, listeners
  from webhook_endpoint e
  where e.tenant_id = of_tenant and e.deleted_at is null
    and case when urgent then e.id = only_endpoint else event_type = any (e.events) end;
  if endpoints is null and listeners = '{}' and not is_kept then return; end if;

  insert into webhook_event (tenant_id, id, type, body, created_at, request_id)
  select of_tenant, event_id, event_type,
    case when t.member_detail_enabled then full_body else reduced_body end, at, of_request
  from tenant t where t.id = of_tenant for key share;
  -- An operator may have removed the team. With this lock, its removal waits until it sees the event.
  if not found then is_kept := false; return; end if;

  if is_kept then
    insert into kept_event (tenant_id, event_id, type, seq, created_at)
    values (of_tenant, event_id, event_type, nextval('kept_event_order'), at);
  end if;
  if listeners <> '{}' then
    insert into listener_event (tenant_id, event_id, listener_id, seq, event_type, created_at)
    select of_tenant, event_id, l.id, nextval('listener_event_order'), event_type, at from unnest(listeners) l (id);
  end if;
  if endpoints is null then return; end if;

  -- One by one, because mostly there is one.
  for i in 1 .. cardinality(endpoints) loop
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    values (of_tenant, deliveries[i], endpoints[i], event_id, event_type, at);
    insert into webhook_pending
      (tenant_id, delivery_id, endpoint_id, event_id, is_ping, next_try_at, urgent_at)
    values (of_tenant, deliveries[i], endpoints[i], event_id, event_type = 'ping', now(),
      case when urgent then now() end);
  end loop;

  if awake is null then return; end if;
  perform enqueue('webhook.deliver', json_build_object('tenant', of_tenant, 'endpoints', awake,
    'urgent', case when urgent then deliveries end));
  delivery_id := deliveries[1];
end $$;
