-- Events, their deliveries and mail. All of it is control: no foreign key leads to team data.
--
-- The row of a delivery is the truth about it. The queue (schema graphile_worker, made by its own
-- migrations) only wakes workers up: a job that is lost, late or doubled changes nothing.

create table webhook_endpoint (
  id text collate "C" primary key,
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  url text not null check (char_length(url) <= 2048),
  events text[] not null check (cardinality(events) >= 1),
  description text check (char_length(description) <= 500),
  status text not null default 'active'
    check (status in ('active', 'disabled', 'disabled_failures')),
  -- AES-256-GCM (D163); empty once the endpoint is deleted.
  secret bytea not null,
  api_version text not null,
  created_at timestamptz(3) not null,
  last_success_at timestamptz(3),
  -- The first failed attempt since the last success (D141).
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  -- Gone for everybody from here on; its deliveries, which may be millions, are removed in batches.
  deleted_at timestamptz(3)
);
create index webhook_endpoint_tenant on webhook_endpoint (tenant_id, created_at desc, id desc)
  where deleted_at is null;
create index webhook_endpoint_failing on webhook_endpoint (failing_since)
  where status = 'active' and deleted_at is null and failing_since is not null;
create index webhook_endpoint_held on webhook_endpoint (id)
  where status <> 'active' and deleted_at is null;
create index webhook_endpoint_deleted on webhook_endpoint (deleted_at) where deleted_at is not null;

-- The bytes that are signed and sent, frozen (D160): text, since jsonb would write them anew.
create table webhook_event (
  id text collate "C" primary key,
  tenant_id text collate "C" not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null
);

create table webhook_delivery (
  id text collate "C" primary key,
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null references webhook_endpoint (id) on delete cascade,
  event_id text collate "C" not null references webhook_event (id),
  event_type text not null,
  status text not null default 'pending' check (status in ('pending', 'ok', 'gave_up')),
  -- Attempts made, and how many of them were retries of the schedule: a manual one is none (D148).
  attempt integer not null default 0,
  retries smallint not null default 0,
  -- Kept while the endpoint is paused, and not acted upon.
  next_try_at timestamptz(3) check (status = 'pending' or next_try_at is null),
  -- To be attempted at once, ahead of others and on a paused endpoint: a ping or a manual retry.
  urgent_at timestamptz(3) check (status = 'pending' or urgent_at is null),
  -- Whoever holds the lease attempts the delivery; only the holder of the last number may finish it.
  lease_no integer not null default 0,
  leased_at timestamptz(3) check (status = 'pending' or leased_at is null),
  -- Leases in a row that ended without a result.
  lost_leases smallint not null default 0,
  -- Why it was given up without an attempt, such as `tenant_disabled`.
  given_up_for text check (status = 'gave_up' or given_up_for is null),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3) check ((ended_at is null) = (status = 'pending'))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create unique index webhook_delivery_event on webhook_delivery (event_id, endpoint_id);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_try_at)
  where next_try_at is not null;
create index webhook_delivery_urgent on webhook_delivery (urgent_at) where urgent_at is not null;
create index webhook_delivery_page on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_ended on webhook_delivery (ended_at) where ended_at is not null;

-- Written for each attempt and read for few: attempts go with their deliveries by a trigger, once for
-- each statement, where a foreign key would check each row (docs/performance.md).
create table webhook_attempt (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  n integer not null,
  started_at timestamptz(3) not null,
  response_code smallint,
  response_ms integer,
  response_excerpt text,
  error text,
  primary key (delivery_id, n)
);

create function webhook_attempts_go() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_attempt a using gone where a.delivery_id = gone.id;
  return null;
end $$;
create trigger webhook_attempts_go after delete on webhook_delivery
  referencing old table as gone for each statement execute function webhook_attempts_go();

-- Every mail is written here in the transaction of its cause, and sent from here. Without SMTP_URL
-- it stays: the outbox.
create table mail (
  id text collate "C" primary key,
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  -- What the mail is about, for whom: the same is said once.
  cause text not null,
  recipient text not null,
  lang text not null check (lang in ('de', 'en')),
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text
);
create unique index mail_cause on mail (tenant_id, cause, recipient);
create index mail_age on mail (created_at);

-- Keys that will end are looked for every minute (D47).
create index api_key_expiry on api_key (expires_at)
  where revoked_at is null and expires_at is not null;

-- The language of a stored problem: a replay says it in a header (D94). Null in older records.
alter table idempotency_record add column language text check (language in ('de', 'en'));

-- How a job is added, in the transaction of its cause (D164). Workers are told of it after the commit
-- (notify_workers): PostgreSQL holds one lock for all while it writes a transaction that notifies, and
-- changes of all teams would stand in one queue. The queue's own add_jobs() always notifies, and costs
-- as much as all the rest of an event; what it does for a job without a key is done here, for a task
-- that a worker or an earlier job has made known.
create function enqueue(task text, payload json) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, enqueue.payload from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec]);
  end if;
end $$;

-- Nothing of it has to survive a crash: workers look by themselves as well.
create function notify_workers(jobs integer) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', jobs)::text);
$$;
