-- Does for many events of a team what raise_event() does for one, with a few statements and one job.
-- Returns whether it has added the job.
create or replace function raise_events(
  of_tenant text, event_ids text[], event_types text[], full_bodies text[], reduced_bodies text[],
  at timestamptz
) returns boolean language plpgsql as $$
#variable_conflict use_variable
declare
  shows_all boolean;
  -- The endpoints that a worker must look at now.
  awake text[];
begin
  perform from webhook_endpoint e
  where e.tenant_id = of_tenant and e.deleted_at is null and e.events && event_types;
  if not found then return false; end if;
  select t.member_detail_enabled into shows_all from tenant t where t.id = of_tenant;
  -- An operator may have removed the team.
  if not found then return false; end if;

  with taken as materialized (
    select e.id as endpoint_id, e.status, r.n,
      -- A delivery's id has the event's digits of time and random digits.
      'whd_' || substr(r.id, 5, 10) || right(replace(gen_random_uuid()::text, '-', ''), 16) as id
    from unnest(event_ids, event_types) with ordinality as r (id, type, n)
    join webhook_endpoint e
      on e.tenant_id = of_tenant and e.deleted_at is null and r.type = any (e.events)
  ), events as (
    insert into webhook_event (tenant_id, id, type, body, created_at)
    select of_tenant, event_ids[r.n], event_types[r.n],
      case when shows_all then full_bodies[r.n] else reduced_bodies[r.n] end, at
    from (select distinct n from taken) r
  ), deliveries as (
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    select of_tenant, r.id, r.endpoint_id, event_ids[r.n], event_types[r.n], at from taken r
  ), waiting as (
    insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
    select of_tenant, r.id, r.endpoint_id, event_ids[r.n], now() from taken r
  )
  select array_agg(distinct r.endpoint_id) filter (where r.status = 'active') into awake from taken r;
  if awake is null then return false; end if;
  perform enqueue('webhook.deliver',
    json_build_object('tenant', of_tenant, 'endpoints', awake, 'urgent', null));
  return true;
end $$;
