-- The two families of tables: *control* (plain tables) and *team data* (tenant_id first in every
-- key and foreign key). No foreign key crosses from one family to the other, so that team data can
-- be spread over many servers by tenant_id while control stays where it is. Within team data foreign
-- keys make no circle and set nothing to null, which spread tables do not have.
--
-- Functions with their triggers, and views, stand in prisma/functions and prisma/views.

------------------------------------------------------------------------------------------ control

create table tenant (
  id text collate "C" primary key,
  name text not null,
  plan text not null check (plan in ('team', 'enterprise', 'free')),
  status text not null default 'active' check (status in ('active', 'suspended', 'ended')),
  seats integer not null check (seats >= 1),
  rate_limit_per_min integer not null default 600 check (rate_limit_per_min >= 1),
  member_detail_enabled boolean not null default true,
  leaderboard_enabled boolean not null default true,
  created_at timestamptz(3) not null
);

create table person (
  id text collate "C" primary key,
  email text not null,
  lang text not null default 'de' check (lang in ('de', 'en')),
  created_at timestamptz(3) not null
);
create unique index person_email on person (email);

create table api_key (
  id text collate "C" primary key,
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  lineage_id text collate "C" not null,
  prefix text collate "C" not null,
  hash bytea not null check (length(hash) = 32),
  name text not null,
  scopes text[] not null check (cardinality(scopes) >= 1),
  ip_ranges inet[] not null default '{}' check (cardinality(ip_ranges) <= 50),
  -- A member id; no foreign key, since members are team data. The key survives its creator (D50).
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  rotated_at timestamptz(3),
  revoked_at timestamptz(3)
);
create unique index api_key_prefix on api_key (prefix);
create index api_key_tenant on api_key (tenant_id, created_at desc, id desc);
-- Keys that will end are looked for every minute (D47).
create index api_key_expiry on api_key (expires_at)
  where revoked_at is null and expires_at is not null;

-- Counters of the last minute: worth nothing after a crash, hence not logged.
create unlogged table rate_window (
  subject text collate "C" primary key,
  started_at timestamptz(3) not null,
  used integer not null
) with (fillfactor = 50);

-- What admit() gathers of one group of requests.
create type admission_group as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
);

create table idempotency_record (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  lineage_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  -- AES-256-GCM: a stored response may hold personal data or a secret (D95).
  body bytea not null,
  location text,
  -- Of a problem: a replay says it in a header (D94). Null where there is no text.
  language text check (language in ('de', 'en')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, lineage_id, key)
);
create index idempotency_record_age on idempotency_record (created_at);

------------------------------------------------------------------------ control: events and mail

-- The rows of deliveries are the truth about them. The queue (schema graphile_worker, made by its own
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

-- One event for one endpoint. Written once: the view webhook_delivery_state says what has become of
-- it. Each index and each foreign key is paid for by every change that raises an event and by every
-- attempt (docs/performance.md). Its id says from when on it may have run out and whose event it is:
-- events and deliveries that were raised together have the same time in their ids. It goes with its
-- endpoint, by a trigger on the statement.
create table webhook_delivery (
  id text collate "C" primary key,
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- Why it was given up without an attempt, such as `tenant_disabled`, and when. Its last lease is
  -- kept, so that the numbers go on from there when it is tried again.
  given_up_for text,
  given_up_at timestamptz(3),
  lease_no integer not null default 0,
  created_at timestamptz(3) not null,
  check ((given_up_for is null) = (given_up_at is null))
);
create index webhook_delivery_page on webhook_delivery (endpoint_id, created_at desc, id desc);

-- What waits, apart from what has been: when a pending delivery is due and who has it, one narrow row
-- that goes at the end. Without it the delivery has ended.
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
create index webhook_pending_due on webhook_pending (endpoint_id, next_try_at)
  where next_try_at is not null;
create index webhook_pending_urgent on webhook_pending (urgent_at) where urgent_at is not null;

-- Written for each attempt and read for few: attempts go with their deliveries by a trigger, once for
-- each statement, where a foreign key would check each row.
create table webhook_attempt (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  n integer not null,
  started_at timestamptz(3) not null,
  response_code smallint,
  response_ms integer,
  response_excerpt text,
  error text,
  -- Under which lease it was made.
  lease_no integer not null default 0,
  primary key (delivery_id, n)
);

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

----------------------------------------------------------------------------------- global catalog

create table catalog_entry (
  id text collate "C" primary key,
  dimension text not null
    check (dimension in ('situation', 'personality', 'industry', 'role', 'methodology')),
  names jsonb not null,
  icon text,
  sort_key integer not null default 0,
  archived_at timestamptz(3)
);

-- A combination that makes no sense: every id that is named matches. `dimension` is the one that
-- the problem names (D125).
create table catalog_rule (
  id text collate "C" primary key,
  situation_id text collate "C" references catalog_entry (id),
  personality_id text collate "C" references catalog_entry (id),
  industry_id text collate "C" references catalog_entry (id),
  dimension text not null check (dimension in ('situation', 'personality', 'industry')),
  check (num_nonnulls(situation_id, personality_id, industry_id) >= 2)
);

---------------------------------------------------------------------------------------- team data

create table member (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C",
  email text not null check (email = lower(btrim(email))),
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null check (status in ('invited', 'active', 'removed')),
  lang text not null default 'de' check (lang in ('de', 'en')),
  rights text[] not null default '{}',
  created_through text not null check (created_through in ('api', 'app')),
  created_at timestamptz(3) not null,
  joined_at timestamptz(3),
  removed_at timestamptz(3),
  primary key (tenant_id, id),
  check (status <> 'invited' or (user_id is null and joined_at is null)),
  check (status <> 'active' or (user_id is not null and joined_at is not null)),
  check ((status = 'removed') = (removed_at is not null)),
  check (role <> 'owner' or status = 'active')
);
create unique index member_email on member (tenant_id, email) where status <> 'removed';
create unique index member_user on member (tenant_id, user_id) where status = 'active';
create unique index member_owner on member (tenant_id) where role = 'owner';
create index member_page on member (tenant_id, created_at desc, id desc) where status <> 'removed';
create index member_active_admin on member (tenant_id) where role = 'admin' and status = 'active';
create index member_invitation on member (tenant_id, created_at) where created_through = 'api';

create table assignment (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  status text not null default 'open' check (status in ('open', 'done', 'revoked')),
  title text check (char_length(title) between 1 and 120),
  situation_id text collate "C",
  personality_id text collate "C",
  industry_id text collate "C",
  note text check (char_length(note) <= 5000),
  due_date date,
  focus_dimension text,
  -- No foreign key: it would close a circle with the one of trainings.
  completed_training_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);
create index assignment_page on assignment (tenant_id, created_at desc, id desc);
create index assignment_member on assignment (tenant_id, member_id);

create table training (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  status text not null check (status in ('in_progress', 'completed', 'scored', 'aborted')),
  source text not null default 'app',
  assignment_id text collate "C",
  situation_id text collate "C",
  personality_id text collate "C",
  industry_id text collate "C",
  role_id text collate "C",
  external_ref json check (json_typeof(external_ref) = 'object'),
  duration_s integer check (duration_s >= 0),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade,
  -- Cleared by whoever removes the assignment.
  foreign key (tenant_id, assignment_id) references assignment (tenant_id, id)
);
create index training_page on training (tenant_id, created_at desc, id desc);
create index training_member on training (tenant_id, member_id, created_at desc, id desc);
create index training_assignment on training (tenant_id, assignment_id, created_at desc, id desc)
  where assignment_id is not null;

create table evaluation (
  tenant_id text collate "C" not null,
  training_id text collate "C" not null,
  closing smallint not null check (closing between 0 and 100),
  conversation_control smallint not null check (conversation_control between 0 and 100),
  needs_analysis smallint not null check (needs_analysis between 0 and 100),
  objection_handling smallint not null check (objection_handling between 0 and 100),
  value_argument smallint not null check (value_argument between 0 and 100),
  total smallint check (total between 0 and 100),
  spread double precision check (spread >= 0),
  tips jsonb not null default '[]' check (jsonb_array_length(tips) <= 5),
  goal text,
  methodology_id text collate "C",
  strongest text,
  biggest_lever text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, training_id),
  foreign key (tenant_id, training_id) references training (tenant_id, id) on delete cascade
);
create index evaluation_page on evaluation (tenant_id, updated_at desc, training_id desc);

-- "case" is a word of SQL; a private case of a member never leaves the app.
create table team_case (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  visibility text not null check (visibility in ('team', 'private')),
  title text check (char_length(title) <= 200),
  persona_id text check (char_length(persona_id) <= 100),
  -- As it was written: jsonb would turn 1e308 into 309 digits and a page of them into gigabytes.
  fields json check (json_typeof(fields) in ('object', 'array')),
  external_ref json check (json_typeof(external_ref) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);
create index team_case_page on team_case (tenant_id, created_at desc, id desc)
  where visibility = 'team';
create index team_case_member on team_case (tenant_id, member_id, created_at desc, id desc)
  where visibility = 'team';

create table team_catalog_entry (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  dimension text not null
    check (dimension in ('situation', 'personality', 'industry', 'role', 'methodology')),
  names jsonb not null,
  icon text,
  sort_key integer not null default 0,
  archived_at timestamptz(3),
  primary key (tenant_id, id)
);

-- Entries of the global catalog that the team has not released to its members.
create table catalog_hidden (
  tenant_id text collate "C" not null,
  entry_id text collate "C" not null,
  primary key (tenant_id, entry_id)
);

-- At most one policy for a dimension: the team's (member_id is null) and one for each member.
create table policy (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C",
  dimension text not null
    check (dimension in ('situation', 'personality', 'industry', 'role', 'methodology')),
  mode text not null check (mode in ('allow', 'block')),
  entry_ids text[] not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);
create unique index policy_subject on policy (tenant_id, member_id, dimension) nulls not distinct;

create table crm_deal (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  external_id text not null,
  outcome text not null,
  title text,
  amount numeric,
  currency text,
  close_date date,
  probability smallint check (probability between 0 and 100),
  pipeline_id text,
  stage_id text,
  industry_id text collate "C",
  lost_reason text,
  owner_user_id text collate "C",
  last_activity_at timestamptz(3),
  synced_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index crm_deal_external on crm_deal (tenant_id, connection_id, external_id);
create index crm_deal_page on crm_deal (tenant_id, created_at desc, id desc);

create table crm_objection (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  deal_id text collate "C" not null,
  category text not null,
  text text not null,
  lang text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references crm_deal (tenant_id, id) on delete cascade
);
create index crm_objection_page on crm_objection (tenant_id, created_at desc, id desc);
create index crm_objection_deal on crm_objection (tenant_id, deal_id);

create table audit_entry (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'service', 'system')),
  actor_id text not null,
  action text not null,
  target_id text not null,
  changes jsonb,
  request_id uuid,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index audit_entry_page on audit_entry (tenant_id, created_at desc, id desc);
