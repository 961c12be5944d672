-- Does for many events of a team what raise_one_event() does for one, with a few statements and one job.
-- Returns whether it has added the job, and whether the events are in the feed. Each event is an object with id, type
-- and the two bodies, full and reduced. The type json keeps the text of a body unchanged.
create or replace function raise_many_events(
  of_tenant text, events json, at timestamptz, of_request uuid, out has_job boolean, out is_kept boolean
) language plpgsql as $$
#variable_conflict use_variable
declare
  shows_all boolean;
  -- The endpoints that a worker must look at now.
  awake text[];
begin
  has_job := false;
  -- Parsing the bodies costs more than these looks into an index.
  is_kept := keeps_events(of_tenant);
  perform from webhook_endpoint e where e.tenant_id = of_tenant and e.deleted_at is null;
  if not found and not is_kept then
    perform from listener l where l.tenant_id = of_tenant and l.ended_at is null;
    if not found then return; end if;
  end if;
  select t.member_detail_enabled into shows_all from tenant t where t.id = of_tenant for key share;
  -- An operator may have removed the team. With this lock, its removal waits until it sees the events.
  if not found then is_kept := false; return; end if;

  with raised as materialized (
    select r.* from rows from (
      json_to_recordset(events) as (id text, type text, "full" json, reduced json)
    ) with ordinality as r(id, type, "full", reduced, n)
  ), taken as materialized (
    -- A delivery's id has the event's digits of time and random digits.
    select r.id as event_id, r.type, e.id as endpoint_id, e.status,
      'whd_' || substr(r.id, 5, 10) || right(replace(gen_random_uuid()::text, '-', ''), 16) as id
    from raised r
    join webhook_endpoint e
      on e.tenant_id = of_tenant and e.deleted_at is null and r.type = any (e.events)
  ), heard as materialized (
    select r.id as event_id, r.type, r.n, l.id as listener_id
    from raised r
    join listener l on l.tenant_id = of_tenant and l.ended_at is null
      and l.last_seen_at > now() - interval '6 minutes' and r.type = any (l.events)
  ), stored as (
    insert into webhook_event (tenant_id, id, type, body, created_at, request_id)
    select of_tenant, r.id, r.type, (case when shows_all then r."full" else r.reduced end)::text, at,
      of_request
    from raised r
    where is_kept or r.id in (select t.event_id from taken t union all select h.event_id from heard h)
  ), kept as (
    insert into kept_event (tenant_id, event_id, type, seq, created_at)
    select of_tenant, r.id, r.type, nextval('kept_event_order'), at from raised r where is_kept order by r.n
  ), listened as (
    insert into listener_event (tenant_id, event_id, listener_id, seq, event_type, created_at)
    select of_tenant, h.event_id, h.listener_id, nextval('listener_event_order'), h.type, at
    from heard h order by h.n
  ), deliveries as (
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    select of_tenant, t.id, t.endpoint_id, t.event_id, t.type, at from taken t
  ), waiting as (
    insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
    select of_tenant, t.id, t.endpoint_id, t.event_id, now() from taken t
  )
  select array_agg(distinct t.endpoint_id) filter (where t.status = 'active') into awake from taken t;
  if awake is null then return; end if;
  perform enqueue('webhook.deliver',
    json_build_object('tenant', of_tenant, 'endpoints', awake, 'urgent', null));
  has_job := true;
end $$;
