-- What waits, apart from what has been. A result changed its delivery's row, and with it two indexes
-- that had nothing to do with it: half of what it cost (docs/performance.md). Now a delivery and its
-- attempts are written once, and what changes on the way is one narrow row that goes at the end.
--
-- Locked in the order in which a change takes them, and not waited for: see 20261120200000.
set local lock_timeout = '2s';
lock table webhook_endpoint, webhook_event, webhook_delivery, webhook_attempt
  in access exclusive mode;

-- The row of a pending delivery: when it is due and who has it. Without it the delivery has ended.
create table webhook_pending (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  is_ping boolean not null default false,
  -- Attempts made, and how many of them were retries of the schedule: a manual one is none (D148).
  attempt integer not null default 0,
  retries smallint not null default 0,
  -- Kept while the endpoint is paused, and not acted upon.
  next_try_at timestamptz(3),
  -- To be attempted at once, ahead of others and on a paused endpoint: a ping or a manual retry.
  urgent_at timestamptz(3),
  -- Whoever holds the lease attempts the delivery; only the holder of the last number may finish it.
  lease_no integer not null default 0,
  leased_at timestamptz(3),
  -- Leases in a row that ended without a result.
  lost_leases smallint not null default 0,
  check (next_try_at is not null or urgent_at is not null)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, is_ping, attempt, retries,
  next_try_at, urgent_at, lease_no, leased_at, lost_leases)
select tenant_id, id, endpoint_id, event_id, event_type = 'ping', attempt, retries,
  next_try_at, urgent_at, lease_no, leased_at, lost_leases
from webhook_delivery where next_try_at is not null or urgent_at is not null;

create index webhook_pending_due on webhook_pending (endpoint_id, next_try_at)
  where next_try_at is not null;
create index webhook_pending_urgent on webhook_pending (urgent_at) where urgent_at is not null;

-- Of a delivery that was given up without an attempt. Its last lease is kept, so that the numbers go
-- on from there when it is tried again.
alter table webhook_delivery add column given_up_at timestamptz(3);
update webhook_delivery set given_up_at = ended_at where given_up_for is not null;
update webhook_delivery set next_try_at = null, urgent_at = null, leased_at = null
  where next_try_at is not null or urgent_at is not null;
alter table webhook_delivery
  -- It asked for the status that nobody writes any more.
  drop constraint webhook_delivery_check3,
  reset (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);

-- Under which lease it was made.
alter table webhook_attempt add column lease_no integer not null default 0;

-- What has become of a delivery: the last attempt says it, unless it waits or was given up.
create view webhook_delivery_state as
select d.tenant_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.created_at,
  case when p.delivery_id is not null then 'pending'
    when a.n is not null and a.error is null and d.given_up_for is null then 'ok'
    else 'gave_up' end as status,
  coalesce(a.n, 0) as attempt,
  p.next_try_at, p.urgent_at, p.leased_at,
  greatest(p.lease_no, a.lease_no, d.lease_no) as lease_no,
  a.response_code, a.response_ms, a.response_excerpt, coalesce(d.given_up_for, a.error) as error,
  d.given_up_for,
  case when p.delivery_id is not null then null
    when d.given_up_for is not null then d.given_up_at else a.started_at end as ended_at
from webhook_delivery d
left join lateral (
  select p.* from webhook_pending p where p.delivery_id = d.id limit 1
) p on true
left join lateral (
  select a.* from webhook_attempt a where a.delivery_id = d.id order by a.n desc limit 1
) a on true;

-- What waits goes first: whoever is about to write down an attempt of it has written it by then.
create or replace function webhook_attempts_go() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_pending p using gone where p.delivery_id = gone.id;
  delete from webhook_attempt a using gone where a.delivery_id = gone.id;
  return null;
end $$;

-- For version 0.2.0, which may still be serving: what it writes into the columns that nobody reads any
-- more (status, attempt, retries, next_try_at, urgent_at, leased_at, lost_leases, ended_at) waits here.
-- They go in a later release, with their two indexes and this.
create function webhook_delivery_waits() returns trigger language plpgsql as $$
declare
  now_is record;
begin
  -- Whoever is about to write down an attempt of it has done so by then.
  perform from webhook_pending p where p.delivery_id = new.id for no key update;
  select s.status, s.attempt, s.lease_no into now_is from webhook_delivery_state s where s.id = new.id;
  if now_is.status is distinct from 'ok' then
    insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, is_ping, attempt,
      retries, next_try_at, urgent_at, lease_no)
    values (new.tenant_id, new.id, new.endpoint_id, new.event_id, new.event_type = 'ping',
      coalesce(now_is.attempt, new.attempt), new.retries, new.next_try_at, new.urgent_at,
      coalesce(now_is.lease_no, new.lease_no))
    on conflict (delivery_id) do update set urgent_at = excluded.urgent_at;
  end if;
  new.next_try_at := null;
  new.urgent_at := null;
  new.given_up_at := case when new.given_up_for is not null then new.given_up_at end;
  return new;
end $$;
create trigger webhook_delivery_waits before insert or update of next_try_at, urgent_at
  on webhook_delivery for each row
  when (new.next_try_at is not null or new.urgent_at is not null)
  execute function webhook_delivery_waits();

-- As in 20261120200000, and the pending row for each delivery.
create or replace function raise_event(
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

  -- One by one: mostly there is but one.
  for i in 1 .. cardinality(endpoints) loop
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    values (of_tenant, deliveries[i], endpoints[i], event_id, event_type, at);
    insert into webhook_pending
      (tenant_id, delivery_id, endpoint_id, event_id, is_ping, next_try_at, urgent_at)
    values (of_tenant, deliveries[i], endpoints[i], event_id, event_type = 'ping', now(),
      case when urgent then now() end);
  end loop;

  if awake is null then return null; end if;
  perform enqueue('webhook.deliver', json_build_object('tenant', of_tenant, 'endpoints', awake,
    'urgent', case when urgent then deliveries end));
  return deliveries[1];
end $$;
