-- What the audit log shows beside who and what: from which address, and what the changed fields were
-- before. The processes of the last release leave both empty.
alter table audit_entry add column ip inet, add column before jsonb;

-- The requests of the public API, with a key of the team or with its prefix. The worker makes a
-- partition for each day a week ahead, and drops it as a whole when it is 30 days old: no long
-- transaction, no dead rows. The default partition takes what has no day of its own yet.
--
-- Each request writes a line, so that a line must cost little. Most of what a row costs is its entry in
-- an index. So a row has lines of one key within ten seconds, which a process has written at once.
create type logged_request as (
  created_at timestamptz(3),
  request_id uuid,
  method text,
  -- The path as in the document; null if the request did not come as far, or there is none.
  route text,
  -- Only where it tells more than the route, and without what may be personal.
  path text,
  status smallint,
  code text,
  -- Which check has refused it, and which fields; never a value.
  why jsonb,
  ms integer,
  ip text
);

-- The errors of a team have rows and an index of their own, because they are few and are what people
-- look for.
create table request_log (
  tenant_id text collate "C" not null,
  -- The ten seconds of its lines, by their beginning.
  slot timestamptz(3) not null,
  -- The request id of its first line.
  id uuid not null,
  -- Of a wrong secret the key whose prefix it has.
  key_id text collate "C" not null,
  -- Each of its lines has a code.
  failed boolean not null,
  lines logged_request[] not null default '{}',
  primary key (tenant_id, slot, id)
) partition by range (slot);
create index request_log_failed on request_log (tenant_id, slot, id) where failed;
create table request_log_default partition of request_log default;

-- How many requests of each key ended how on each day. Added to in the batches of the log, also for
-- requests without a line of their own.
create table request_day (
  tenant_id text collate "C" not null,
  -- In UTC.
  day date not null,
  key_id text collate "C" not null,
  ok integer not null default 0,
  -- Refused for a reason of the client, such as a missing scope, an unknown object or a wrong field.
  client_errors integer not null default 0,
  -- Refused by admission: a wrong secret, a key that has ended, an address that is not allowed.
  refused integer not null default 0,
  -- Refused by a rate limit.
  limited integer not null default 0,
  server_errors integer not null default 0,
  primary key (tenant_id, day, key_id)
) with (fillfactor = 70);
