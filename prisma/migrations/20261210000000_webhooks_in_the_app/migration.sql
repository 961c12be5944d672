-- What the app shows of webhooks beyond the public API: who asked for an attempt, the signature of each
-- attempt, retries of many deliveries, how an endpoint has fared, and the twin that replaces a secret.

alter table webhook_endpoint
  -- The endpoint whose secret this one replaces. It has no foreign key: either may be deleted first.
  add column replaces text collate "C",
  -- The failing_since about which a mail was sent before the pause.
  add column warned_since timestamptz(3);

-- The time in the signature. Null if nothing was signed, and of attempts by earlier releases.
alter table webhook_attempt add column signed_at timestamptz(3);

-- Who asked for attempt n of a delivery. It goes with its delivery, without a foreign key.
create table webhook_retry (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  n integer not null,
  actor_kind text not null,
  actor_id text collate "C" not null,
  -- Of a retry of many deliveries.
  run_id text collate "C",
  asked_at timestamptz(3) not null,
  primary key (tenant_id, delivery_id, n)
);

create index webhook_retry_of_run on webhook_retry (tenant_id, run_id) where run_id is not null;

-- A retry of many deliveries, one row for each endpoint. A worker walks along its deliveries, oldest
-- first, and notes its place with each step.
create table webhook_retry_run (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  -- Which deliveries were chosen.
  filter jsonb not null,
  from_at timestamptz(3),
  to_at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text collate "C" not null,
  created_at timestamptz(3) not null,
  -- How many were counted when it was asked for. Null if there were too many to count.
  expected integer,
  -- The last delivery that the worker has looked at.
  at_time timestamptz(3),
  at_id text collate "C",
  looked_at integer not null default 0,
  retried integer not null default 0,
  finished_at timestamptz(3),
  -- Ended before its last delivery: by a person, or because the API of the team was switched off.
  stopped boolean not null default false,
  primary key (tenant_id, id, endpoint_id)
) with (fillfactor = 70);
create index webhook_retry_run_age on webhook_retry_run (created_at);
create unique index webhook_retry_run_open on webhook_retry_run (tenant_id, endpoint_id)
  where finished_at is null;

-- How many attempts of an endpoint have arrived and failed in each hour, for its chart. It has no foreign
-- key, so that writing an attempt locks no row of a team.
create table webhook_endpoint_hour (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  hour timestamptz(3) not null,
  ok integer not null,
  failed integer not null,
  primary key (tenant_id, endpoint_id, hour)
) with (fillfactor = 50);
create index webhook_endpoint_hour_age on webhook_endpoint_hour (hour);
