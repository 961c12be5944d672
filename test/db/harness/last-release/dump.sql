set check_function_bodies = off;
set session_replication_role = replica;
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

-- People and how they sign in. All of it is control: of a person, not of a team, and without a foreign
-- key into team data.

-- A person who has no password signs in with a passkey or by a one-time link, or has not come yet.
alter table person
  add column name text check (char_length(name) between 1 and 200),
  -- PHC string of argon2id, with its parameters and its salt.
  add column password_hash text,
  add column password_changed_at timestamptz(3);

-- Who is signed in. The browser has a random token, this table its SHA-256.
create table session (
  id text collate "C" primary key,
  person_id text collate "C" not null references person (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  -- The token before the last change of tokens. It works for some seconds more, without the proof, for
  -- requests that were under way.
  previous_hash bytea check (length(previous_hash) = 32),
  rotated_at timestamptz(3),
  -- The team that the person works in now. What the person may do there is read from `member` at each
  -- request.
  active_tenant_id text collate "C" references tenant (id) on delete set null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- The absolute end; a session that nobody uses ends before.
  expires_at timestamptz(3) not null,
  -- When the person has last shown a password or a passkey.
  proved_at timestamptz(3),
  ip text check (char_length(ip) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  check ((previous_hash is null) = (rotated_at is null))
);
create unique index session_token on session (token_hash);
create unique index session_previous_token on session (previous_hash) where previous_hash is not null;
create index session_person on session (person_id, last_seen_at desc);
create index session_end on session (expires_at);

create table passkey (
  -- The credential id, in base64url.
  id text collate "C" primary key,
  person_id text collate "C" not null references person (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  backed_up boolean not null default false,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkey_person on passkey (person_id, created_at);

-- What a passkey has to sign: once, and soon. No person where anybody may answer it.
create table sign_in_challenge (
  id text collate "C" primary key,
  challenge bytea not null check (length(challenge) >= 32),
  person_id text collate "C" references person (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'proof', 'registration')),
  expires_at timestamptz(3) not null
);
create index sign_in_challenge_end on sign_in_challenge (expires_at);

-- A link that a person is sent: it works once, and until it expires. Its token is in the link alone.
create table one_time_link (
  id text collate "C" primary key,
  -- Null where the link is about an account and no team.
  tenant_id text collate "C" references tenant (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  purpose text not null
    check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'ownership')),
  -- Null until the invited person has an account.
  person_id text collate "C" references person (id) on delete cascade,
  -- A member id; no foreign key, since members are team data.
  member_id text collate "C",
  email text not null check (email = lower(btrim(email))),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index one_time_link_token on one_time_link (token_hash);
create index one_time_link_person on one_time_link (person_id) where used_at is null;
create index one_time_link_member on one_time_link (tenant_id, member_id) where used_at is null;
create index one_time_link_end on one_time_link (expires_at);

-- Failed sign-ins of the last minutes: worth nothing after a crash, hence not logged. A subject is an
-- address, an account, a device, or two of these together, and holds no e-mail in the clear.
create unlogged table sign_in_throttle (
  subject text collate "C" primary key,
  started_at timestamptz(3) not null,
  failures integer not null check (failures >= 0)
) with (fillfactor = 50);

-- A browser in which the person has signed in before: whoever else tries passwords cannot lock it out.
create table known_device (
  person_id text collate "C" not null references person (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (person_id, token_hash)
);

-- What happened to an account, and where from.
create table security_log (
  id text collate "C" primary key,
  person_id text collate "C" not null references person (id) on delete cascade,
  kind text not null,
  created_at timestamptz(3) not null,
  ip text check (char_length(ip) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  details jsonb
);
create index security_log_page on security_log (person_id, created_at desc, id desc);

-- In which teams a person has been a member: where to look. Whether and as what the person is one now
-- stands in `member`, which is team data and is asked team by team.
create table person_team (
  person_id text collate "C" not null references person (id) on delete cascade,
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  primary key (person_id, tenant_id)
);
insert into person_team (person_id, tenant_id)
  select p.id, t.id from member m join person p on p.id = m.user_id join tenant t on t.id = m.tenant_id
  on conflict do nothing;

-- Admission: one call decides many requests. A group is the requests of one moment with the same
-- credential and address, or without a valid credential from the same address.
--
-- A request with a valid key charges two windows: the key's, with the limit `per_subject`, and the
-- tenant's. Each other request charges the address's window (D52, D53). Both windows are checked, and
-- then both are charged. A refused request charges neither (D55). A window lasts 60 s from its first
-- request (D54). A window that begins more than 30 s in the future, because the clock was set back,
-- begins again. The 30 s are for two calls at once: the one with the earlier time may come second,
-- and must not reset what the other has charged. Digests are compared with a salt, so that the time
-- of the comparison reveals nothing (D38).
--
-- The time is the database's, which is the same for all processes, unless a test has stopped it. It
-- is returned, and the rest of the request uses it.
--
-- Each look-up must use its index: the plans are kept, and for arrays of unknown length the planner
-- would read whole tables.
create or replace function admit(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, per_subject integer, stopped_at timestamptz
) returns table (
  at_ms bigint, n integer, granted integer,
  outer_limit integer, outer_used integer, outer_reset_ms integer,
  key_used integer, key_reset_ms integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
) language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  at timestamptz := date_trunc('milliseconds', coalesce(stopped_at, now()));
  groups admission_group[];
  g admission_group;
  needed text[];
  -- Of each window: its subject, its start, what was charged before, and what this call asks and
  -- charges.
  subjects text[];
  begun timestamptz[];
  spent integer[];
  asked integer[];
  charged integer[];
  o integer;
  k integer;
  within_key integer;
begin
  select array_agg((
      c.n, coalesce('tenant:' || t.id, 'ip:' || c.ip_subject), 'key:' || a.id,
      coalesce(t.rate_limit_per_min, per_subject), c.wanted,
      a.id, a.lineage_id, a.prefix, a.scopes, a.created_by,
      t.id, t.plan, has_api(t.status, t.plan),
      t.member_detail_enabled, t.leaderboard_enabled, t.rate_limit_per_min
    )::admission_group order by c.n),
    array_agg(distinct coalesce('tenant:' || t.id, 'ip:' || c.ip_subject))
      || coalesce(array_agg(distinct 'key:' || a.id) filter (where a.id is not null), '{}')
    into groups, needed
  from unnest(prefixes, hashes, ips, ip_subjects, wanted)
    with ordinality as c (prefix, hash, ip, ip_subject, wanted, n)
  left join api_key a on a.prefix = c.prefix
    and sha256(a.hash || salt) = sha256(c.hash || salt)
    and a.revoked_at is null
    and (a.expires_at is null or at < a.expires_at)
    and (a.ip_ranges = '{}' or c.ip::inet <<= any (a.ip_ranges))
  left join tenant t on t.id = a.tenant_id;

  -- Locks all windows or none, and makes the missing ones first, both in one order, so that two calls
  -- cannot deadlock. Repeats if housekeeping has removed a window in between.
  loop
    select array_agg(l.subject),
      array_agg(case when l.fresh then at else l.started_at end),
      array_agg(case when l.fresh then 0 else l.used end)
      into subjects, begun, spent
    from (
      select w.subject, w.started_at, w.used,
        at < w.started_at - interval '30 s' or at >= w.started_at + interval '60 s' as fresh
      from rate_window w
      where w.subject = any (needed) and cardinality(needed) =
        (select count(*) from rate_window e where e.subject = any (needed))
      order by w.subject for update) l;
    exit when cardinality(subjects) = cardinality(needed);
    insert into rate_window (subject, started_at, used)
      select s, at, 0 from unnest(needed) s order by 1 on conflict do nothing;
  end loop;

  asked := array_fill(0, array[cardinality(subjects)]);
  charged := asked;
  foreach g in array groups loop
    o := array_position(subjects, g.outer_subject);
    k := array_position(subjects, g.key_subject);
    within_key := case when k is null then g.wanted
      else greatest(0, least(g.wanted, per_subject - spent[k])) end;
    outer_used := least(spent[o] + asked[o], g.outer_limit);
    granted := least(g.outer_limit - outer_used, within_key);
    asked[o] := asked[o] + within_key;
    charged[o] := charged[o] + granted;
    if k is not null then charged[k] := granted; end if;

    at_ms := extract(epoch from at) * 1000;
    n := g.n;
    outer_limit := g.outer_limit;
    outer_reset_ms := least(60000, ceil(extract(epoch from begun[o] + interval '60 s' - at) * 1000));
    key_used := spent[k];
    key_reset_ms := least(60000, ceil(extract(epoch from begun[k] + interval '60 s' - at) * 1000));
    key_id := g.key_id;
    lineage_id := g.lineage_id;
    prefix := g.prefix;
    scopes := g.scopes;
    created_by := g.created_by;
    tenant_id := g.tenant_id;
    plan := g.plan;
    api_enabled := g.api_enabled;
    member_detail_enabled := g.member_detail_enabled;
    leaderboard_enabled := g.leaderboard_enabled;
    rate_limit_per_min := g.rate_limit_per_min;
    return next;
  end loop;

  update rate_window w set started_at = x.started_at, used = x.used + x.charge
  from unnest(subjects, begun, spent, charged) as x (subject, started_at, used, charge)
  where w.subject = x.subject and x.charge > 0;
end $$;

-- Adds a job, in the transaction of its cause (D164). notify_workers() announces it after the commit:
-- PostgreSQL holds one lock while it commits a transaction that notifies, so that changes of all
-- teams would wait for each other. The queue's own add_jobs() always notifies, and costs as much as
-- the rest of an event. This function does what add_jobs() does for a job without a key. It calls
-- add_jobs() only for a task that the queue does not know yet.
create or replace function enqueue(task text, payload json) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, enqueue.payload from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec]);
  end if;
end $$;

-- True if a team may use the API and gets its events (D51, D167).
create or replace function has_api(status text, plan text) returns boolean language sql immutable
  as $$ select status = 'active' and plan in ('team', 'enterprise') $$;

-- The text of a timestamp in answers: UTC with milliseconds (D27).
create or replace function iso(at timestamptz) returns text language sql stable strict parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Refuses a change that would take the last active admin from a team (spec, Members 4; D108). The
-- owner does not count as an admin. The lock lets two changes at once see each other.
-- src/features/members/rules/refuse-losing-last-admin.ts turns the code TA001 into `last_admin`.
-- It goes by the code, because an error of a trigger on another server keeps nothing else.
create or replace function member_keeps_an_active_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('active_admin:' || old.tenant_id, 0));
  if not exists (select from member m
      where m.tenant_id = old.tenant_id and m.role = 'admin' and m.status = 'active'
        and m.id <> old.id) then
    raise exception 'the only active admin of team %', old.tenant_id
      using errcode = 'TA001';
  end if;
  return new;
end $$;
create or replace trigger member_keeps_an_active_admin before update on member for each row
  when (old.role = 'admin' and old.status = 'active'
    and (new.role = 'member' or new.status <> 'active'))
  execute function member_keeps_an_active_admin();

-- Announces jobs to workers. It need not survive a crash, because workers also look by themselves.
create or replace function notify_workers(jobs integer) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', jobs)::text);
$$;

-- Writes an event, a delivery for each endpoint that takes it, and the job that wakes a worker up. If
-- no endpoint takes it, it writes nothing. With `only_endpoint` the event goes to that endpoint alone,
-- subscribed or not, paused or not, and is urgent. The privacy switch, read here, decides which of the
-- two bodies is stored. Returns the first delivery if it has added a job, which it does not if all
-- endpoints are paused.
create or replace function raise_event(
  of_tenant text, event_id text, event_type text, full_body text, reduced_body text, at timestamptz,
  only_endpoint text
) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  endpoints text[];
  deliveries text[];
  -- The endpoints that a worker must look at now.
  awake text[];
  urgent boolean := only_endpoint is not null;
begin
  -- A delivery's id has the event's digits of time and random digits.
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
  -- An operator may have removed the team.
  if not found then return null; end if;

  -- One by one, because mostly there is one.
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

-- Deletes the pending row first: a worker that is about to write an attempt holds that row, so that
-- the attempt is written before this function deletes the attempts.
create or replace function remove_attempts_of_deliveries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_pending p using gone where p.delivery_id = gone.id;
  delete from webhook_attempt a using gone where a.delivery_id = gone.id;
  return null;
end $$;
create or replace trigger remove_attempts_of_deliveries after delete on webhook_delivery
  referencing old table as gone for each statement execute function remove_attempts_of_deliveries();

create or replace function remove_deliveries_of_endpoints() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_delivery d using gone where d.endpoint_id = gone.id;
  return null;
end $$;
create or replace trigger remove_deliveries_of_endpoints after delete on webhook_endpoint
  referencing old table as gone for each statement execute function remove_deliveries_of_endpoints();

-- The state of a delivery: pending, given up, or else that of its last attempt.
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

comment on function admit is 'Team API 0.3.0 3d429f252c77ed133bddab12dc600dcfd8628340629a031146dd795d5c1ff22f';
comment on function enqueue is 'Team API 0.3.0 5690bc3f36024763bc45588f55f5ea039809e434a663c77a5bdc12e9b6b9de1b';
comment on function has_api is 'Team API 0.3.0 37c809522d48e4c644c1a5ae90bcaf4a404dd0c32f5428042be61d4709328c30';
comment on function iso is 'Team API 0.3.0 e6d9497d8292c4137488357f302438220e72efc960a42e0275bd871ca951aeba';
comment on function member_keeps_an_active_admin is 'Team API 0.3.0 5eb12fc3f28cce9ca128f1b052745a2027a1870ff677228dd07a23a280ccac18';
comment on function notify_workers is 'Team API 0.3.0 6b894cf380be15f82f63ccb9a65b3ddfc899f6fae7ed8b3a8cdcd2ba1ee6edca';
comment on function raise_event is 'Team API 0.3.0 f5d86d3e85d6595fb561ccda827b330c8b5b27628c15338fa9f962277470031a';
comment on function remove_attempts_of_deliveries is 'Team API 0.3.0 8e7a261a0fe2126459fb59446bb50f11cbdd7e51e87068a1d34ee961057fb1d7';
comment on function remove_deliveries_of_endpoints is 'Team API 0.3.0 63d1b640bcdccc5cc23099f4ad6a29453afb3d5a32a8de17fdba0ea890277e06';
comment on view webhook_delivery_state is 'Team API 0.3.0 bf78d03d08b3f2040110d7f3f02e3a62c770dd77fb6a4c8490c5db0f7b796c60';
create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
);
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"8c06c79c-98b1-4d26-9131-dcd4f70912da","checksum":"e1274a51a6b824254cdbc8f1e485d81f45095ba2fb0496b798c3928dbf6bcb7c","finished_at":"2026-11-21T05:35:02.986907+00:00","migration_name":"20261125000000_foundation","logs":null,"rolled_back_at":null,"started_at":"2026-11-21T05:35:02.913672+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"320531ce-5b09-4b63-af62-bb4837cae419","checksum":"9c2df71fb9130881f36b61dd986ad9faab442c8b1de633d26f8eccd7f8c772a9","finished_at":"2026-11-21T05:35:03.014352+00:00","migration_name":"20261201000000_people","logs":null,"rolled_back_at":null,"started_at":"2026-11-21T05:35:02.913672+00:00","applied_steps_count":1}');
insert into api_key select * from json_populate_record(null::api_key, E'{"id":"key_01m7py4sm00narjbw10f7wje85","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","lineage_id":"lin_01m7py4sm0jyrb8qth3yv1tmkr","prefix":"EybNriqDTG","hash":"\\\\x215c6a15049db6c5a26ea9da7a27c8e8bb28abca52cff1f8ec8491a13bfe256c","name":"Key under test","scopes":["users:read","users:write","trainings:read","evaluations:read","assignments:read","assignments:write","cases:read","cases:write","catalog:read","analytics:read","webhooks:manage"],"ip_ranges":[],"created_by":"mem_01m7py4sm00mjwm4yex5gphpja","created_at":"2026-11-18T09:00:00+00:00","expires_at":null,"rotated_at":null,"revoked_at":null}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"asg_01m7py4sm0vketqdxr304nyp9w","member_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","status":"open","title":"A task","situation_id":"cat_01m7py4sm06gwgarxhvq221cmt","personality_id":"cat_01m7py4sm0j3av2s06d9ab9gzf","industry_id":"cat_01m7py4sm0080md1m4vg1jjcds","note":null,"due_date":null,"focus_dimension":null,"completed_training_id":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"asg_01m7py4sm0cq91f3sd699j5kjr","member_id":"mem_01m7py4sm00mjwm4yex5gphpja","status":"open","title":"A task","situation_id":null,"personality_id":null,"industry_id":null,"note":null,"due_date":null,"focus_dimension":null,"completed_training_id":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"asg_01m7py4sm0bq1xd5kackezapg3","member_id":"mem_01m7py4sm00mjwm4yex5gphpja","status":"open","title":"A task","situation_id":null,"personality_id":null,"industry_id":null,"note":null,"due_date":null,"focus_dimension":null,"completed_training_id":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm0exa7s0gzr8p12vax","actor_kind":"system","actor_id":"system","action":"team.created","target_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","changes":{"plan": "team", "seats": 100, "rate_limit_per_min": 1000000},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm00wck6677942bw2k6","actor_kind":"system","actor_id":"system","action":"api_key.created","target_id":"key_01m7py4sm00narjbw10f7wje85","changes":{"scopes": ["users:read", "users:write", "trainings:read", "evaluations:read", "assignments:read", "assignments:write", "cases:read", "cases:write", "catalog:read", "analytics:read", "webhooks:manage"], "ip_ranges": [], "created_by": "mem_01m7py4sm00mjwm4yex5gphpja", "expires_at": null},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm0rq89ybh109bxs0dy","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0kjrr3y4w44tdjry6","changes":{"role": "admin", "grants": ["schnittstellen"]},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm0s20wrxn70efynz3f","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm0rab8asx3fmemp6wc","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0xckehythc70qrcg4","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"aud_01m7py4sm0fx24mqsprqsgv84b","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0sqxcry4q6gdaqjj3","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"sit_test","dimension":"situation","names":{"de": "sit_test (de)", "en": "sit_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"per_test","dimension":"personality","names":{"de": "per_test (de)", "en": "per_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"ind_test","dimension":"industry","names":{"de": "ind_test (de)", "en": "ind_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"rol_test","dimension":"role","names":{"de": "rol_test (de)", "en": "rol_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"met_test","dimension":"methodology","names":{"de": "met_test (de)", "en": "met_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into crm_deal select * from json_populate_record(null::crm_deal, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"deal_01m7py4sm00kmr1rha7epzvpa5","connection_id":"con_1","external_id":"deal_01m7py4sm02ey0nr7md2ng5hd6","outcome":"open","title":null,"amount":null,"currency":null,"close_date":null,"probability":null,"pipeline_id":null,"stage_id":null,"industry_id":"cat_01m7py4sm0080md1m4vg1jjcds","lost_reason":null,"owner_user_id":"usr_01m7py4sm0709x84wtr3enrnr9","last_activity_at":null,"synced_at":null,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into crm_objection select * from json_populate_record(null::crm_objection, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"obj_01m7py4sm0qxajpp3113srt3t4","deal_id":"deal_01m7py4sm00kmr1rha7epzvpa5","category":"price","text":"Too expensive","lang":"en","created_at":"2026-11-18T09:00:00+00:00"}');
insert into evaluation select * from json_populate_record(null::evaluation, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","training_id":"trn_01m7py4sm0p6mf9dv0ar2ptaa4","closing":50,"conversation_control":60,"needs_analysis":70,"objection_handling":80,"value_argument":90,"total":70,"spread":14.1,"tips":[{"issue": "i", "impact": "high", "moment": "m", "rewrite": "r", "principle": "p"}],"goal":"partial","methodology_id":null,"strongest":null,"biggest_lever":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into evaluation select * from json_populate_record(null::evaluation, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","training_id":"trn_01m7py4sm0q0yrqzcm0m28cvyf","closing":50,"conversation_control":60,"needs_analysis":70,"objection_handling":80,"value_argument":90,"total":70,"spread":14.1,"tips":[{"issue": "i", "impact": "high", "moment": "m", "rewrite": "r", "principle": "p"}],"goal":"partial","methodology_id":null,"strongest":null,"biggest_lever":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm00mjwm4yex5gphpja","user_id":"usr_01m7py4sm0709x84wtr3enrnr9","email":"owner-8747-1@example.com","role":"owner","status":"active","lang":"de","rights":["schnittstellen"],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm0kjrr3y4w44tdjry6","user_id":"usr_01m7py4sm0x977kfhhaqjcwsc4","email":"admin-8747-2@example.com","role":"admin","status":"active","lang":"de","rights":["schnittstellen"],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","user_id":"usr_01m7py4sm0664p0xyy792rdnmh","email":"member-8747-3@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm0c2t9xws0afh9ffsq","user_id":null,"email":"mem_01m7py4sm0r4wvm8p1vja36490@example.com","role":"member","status":"invited","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":null,"removed_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm0gsgfd595r2fjjyx9","user_id":null,"email":"mem_01m7py4sm0jfmxj5ptb164qj35@example.com","role":"member","status":"removed","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":null,"removed_at":"2026-11-18T09:00:00+00:00"}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm0xckehythc70qrcg4","user_id":"usr_01m7py4sm0r6644pgcrqcg9xvp","email":"member-8747-4@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"mem_01m7py4sm0sqxcry4q6gdaqjj3","user_id":"usr_01m7py4sm0jhdc82bzbparw33s","email":"member-8747-5@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0709x84wtr3enrnr9","email":"owner-8747-1@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0x977kfhhaqjcwsc4","email":"admin-8747-2@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0664p0xyy792rdnmh","email":"member-8747-3@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0r6644pgcrqcg9xvp","email":"member-8747-4@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0jhdc82bzbparw33s","email":"member-8747-5@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0709x84wtr3enrnr9","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0x977kfhhaqjcwsc4","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0664p0xyy792rdnmh","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0r6644pgcrqcg9xvp","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0jhdc82bzbparw33s","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst"}');
insert into policy select * from json_populate_record(null::policy, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"pol_01m7py4sm07zyz29g9n38qp0zj","member_id":null,"dimension":"role","mode":"block","entry_ids":["rol_blocked"],"created_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cas_01m7py4sm06pwt9y3xj5pmbmv8","member_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","visibility":"team","title":"A case","persona_id":null,"fields":{"a":1},"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cas_01m7py4sm0j86atfb6fpvbnjyf","member_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","visibility":"private","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cas_01m7py4sm0bxtn9aejrk8hv3w3","member_id":"mem_01m7py4sm00mjwm4yex5gphpja","visibility":"team","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cas_01m7py4sm0g80a3yc4gds5vs3v","member_id":"mem_01m7py4sm00mjwm4yex5gphpja","visibility":"team","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cat_01m7py4sm06gwgarxhvq221cmt","dimension":"situation","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cat_01m7py4sm0j3av2s06d9ab9gzf","dimension":"personality","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"cat_01m7py4sm0080md1m4vg1jjcds","dimension":"industry","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into tenant select * from json_populate_record(null::tenant, '{"id":"ten_01m7py4sm0y9rr7bfz1ea14yst","name":"Team under test","plan":"team","status":"active","seats":100,"rate_limit_per_min":1000000,"member_detail_enabled":true,"leaderboard_enabled":true,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"trn_01m7py4sm0y2ptmn18qf7egp34","member_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","status":"completed","source":"app","assignment_id":"asg_01m7py4sm0vketqdxr304nyp9w","situation_id":"cat_01m7py4sm06gwgarxhvq221cmt","personality_id":"cat_01m7py4sm0j3av2s06d9ab9gzf","industry_id":"cat_01m7py4sm0080md1m4vg1jjcds","role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"trn_01m7py4sm0p6mf9dv0ar2ptaa4","member_id":"mem_01m7py4sm04rp8h9fj9c1hrgyj","status":"scored","source":"app","assignment_id":null,"situation_id":"cat_01m7py4sm06gwgarxhvq221cmt","personality_id":"cat_01m7py4sm0j3av2s06d9ab9gzf","industry_id":"cat_01m7py4sm0080md1m4vg1jjcds","role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","id":"trn_01m7py4sm0q0yrqzcm0m28cvyf","member_id":"mem_01m7py4sm00mjwm4yex5gphpja","status":"scored","source":"app","assignment_id":null,"situation_id":null,"personality_id":null,"industry_id":null,"role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into webhook_attempt select * from json_populate_record(null::webhook_attempt, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm07g8qj2vv814caqj6","n":1,"started_at":"2026-11-18T09:00:00+00:00","response_code":500,"response_ms":null,"response_excerpt":null,"error":"http_status","lease_no":1}');
insert into webhook_attempt select * from json_populate_record(null::webhook_attempt, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm090w5qhkvmmzmnv0k","n":1,"started_at":"2026-11-18T09:00:00+00:00","response_code":500,"response_ms":null,"response_excerpt":null,"error":"http_status","lease_no":1}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm07g8qj2vv814caqj6","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0ycdtbgmmg4qjhjx2","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm081a8411988b378d4","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm07p00zqzjd7wnjpg1","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm0b2f23769554df489","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0mnaxc7s2nfyvw9st","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm090w5qhkvmmzmnv0k","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0a6a0ypbt0y8m591k","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm038v5f0qs8dfq0838","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm0f8v3cwgya7mky9mt","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, '{"id":"evt_01m7py4sm0ycdtbgmmg4qjhjx2","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","type":"member.joined","body":"{}","created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm07p00zqzjd7wnjpg1","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm07p00zqzjd7wnjpg1\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0y9rr7bfz1ea14yst\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0y9rr7bfz1ea14yst\\",\\"member_id\\":\\"mem_01m7py4sm0xckehythc70qrcg4\\",\\"user_id\\":\\"usr_01m7py4sm0r6644pgcrqcg9xvp\\",\\"role\\":\\"member\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm0mnaxc7s2nfyvw9st","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm0mnaxc7s2nfyvw9st\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0y9rr7bfz1ea14yst\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0y9rr7bfz1ea14yst\\",\\"member_id\\":\\"mem_01m7py4sm0sqxcry4q6gdaqjj3\\",\\"user_id\\":\\"usr_01m7py4sm0jhdc82bzbparw33s\\",\\"role\\":\\"member\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_event select * from json_populate_record(null::webhook_event, '{"id":"evt_01m7py4sm0a6a0ypbt0y8m591k","tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","type":"member.joined","body":"{}","created_at":"2026-11-18T09:00:00+00:00"}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm07g8qj2vv814caqj6","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0ycdtbgmmg4qjhjx2","is_ping":false,"attempt":1,"retries":1,"next_try_at":"2100-01-01T00:00:00+00:00","urgent_at":null,"lease_no":1,"leased_at":null,"lost_leases":0}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm081a8411988b378d4","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm07p00zqzjd7wnjpg1","is_ping":false,"attempt":0,"retries":0,"next_try_at":"2026-11-21T05:35:05.802+00:00","urgent_at":null,"lease_no":0,"leased_at":null,"lost_leases":0}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm0b2f23769554df489","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0mnaxc7s2nfyvw9st","is_ping":false,"attempt":0,"retries":0,"next_try_at":"2026-11-21T05:35:05.841+00:00","urgent_at":null,"lease_no":0,"leased_at":null,"lost_leases":0}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0y9rr7bfz1ea14yst","delivery_id":"whd_01m7py4sm090w5qhkvmmzmnv0k","endpoint_id":"whe_01m7py4sm0q7nsj4e7y58fnxfv","event_id":"evt_01m7py4sm0a6a0ypbt0y8m591k","is_ping":false,"attempt":1,"retries":1,"next_try_at":"2100-01-01T00:00:00+00:00","urgent_at":null,"lease_no":1,"leased_at":null,"lost_leases":0}');
