-- Does for many events of a team what raise_event_of_request() does for one, with a few statements and
-- one job. Returns whether it has added the job.
-- The events are objects with id, type, full and reduced, which are the two bodies. The type json keeps
-- the text of a body as it was sent.
create or replace function raise_many_of_request(
  of_tenant text, events json, at timestamptz, of_request uuid
) returns boolean language plpgsql as $$
#variable_conflict use_variable
declare
  shows_all boolean;
  -- The endpoints that a worker must look at now.
  awake text[];
begin
  -- Parsing the bodies costs more than this look into an index.
  perform from webhook_endpoint e where e.tenant_id = of_tenant and e.deleted_at is null;
  if not found then return false; end if;
  select t.member_detail_enabled into shows_all from tenant t where t.id = of_tenant;
  -- An operator may have removed the team.
  if not found then return false; end if;

  with raised as materialized (
    select * from json_to_recordset(events) as r(id text, type text, "full" json, reduced json)
  ), taken as materialized (
    -- A delivery's id has the event's digits of time and random digits.
    select r.id as event_id, r.type, e.id as endpoint_id, e.status,
      'whd_' || substr(r.id, 5, 10) || right(replace(gen_random_uuid()::text, '-', ''), 16) as id
    from raised r
    join webhook_endpoint e
      on e.tenant_id = of_tenant and e.deleted_at is null and r.type = any (e.events)
  ), stored as (
    insert into webhook_event (tenant_id, id, type, body, created_at, request_id)
    select of_tenant, r.id, r.type, (case when shows_all then r."full" else r.reduced end)::text, at,
      of_request
    from raised r where r.id in (select t.event_id from taken t)
  ), deliveries as (
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    select of_tenant, t.id, t.endpoint_id, t.event_id, t.type, at from taken t
  ), waiting as (
    insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
    select of_tenant, t.id, t.endpoint_id, t.event_id, now() from taken t
  )
  select array_agg(distinct t.endpoint_id) filter (where t.status = 'active') into awake from taken t;
  if awake is null then return false; end if;
  perform enqueue('webhook.deliver',
    json_build_object('tenant', of_tenant, 'endpoints', awake, 'urgent', null));
  return true;
end $$;
