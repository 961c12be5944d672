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

-- A mail may be about a person and no team, and it may have a one-time link.
alter table mail
  alter column tenant_id drop not null,
  add column person_id text collate "C" references person (id) on delete cascade,
  -- No foreign key: the link is removed before its mail.
  add column link_id text collate "C",
  -- The token of the link, AES-256-GCM. It is erased when the mail is sent and when the link ends.
  add column sealed_link bytea,
  add check (tenant_id is not null or person_id is not null),
  add check (sealed_link is null or link_id is not null);
create unique index mail_person_cause on mail (person_id, cause, recipient)
  where person_id is not null;
create index mail_link on mail (link_id) where sealed_link is not null;

-- Of these links a person has at most one that is not used, so that a new one replaces the former.
create unique index one_time_link_of_person on one_time_link (person_id, purpose)
  where used_at is null and purpose in ('password_reset', 'email_change');
create unique index one_time_link_of_member on one_time_link (tenant_id, member_id, purpose)
  where used_at is null and purpose = 'invitation';

-- What a team says of itself in the app, and what its members need to be managed there.

alter table tenant
  -- The languages in which the team works. The first is that of an invitation that names none.
  add column languages text[] not null default '{de,en}'
    check (cardinality(languages) between 1 and 2 and languages <@ '{de,en}'),
  -- An IANA name.
  add column time_zone text not null default 'Europe/Berlin'
    check (char_length(time_zone) between 1 and 64),
  add column imprint_url text check (char_length(imprint_url) <= 2048),
  add column privacy_url text check (char_length(privacy_url) <= 2048);

-- When the member was last sent an invitation: it is valid from then on, and counts in the limit of an
-- hour. Null for a member who was added without one.
alter table member add column invited_at timestamptz(3);
create index member_invited on member (tenant_id, invited_at) where invited_at is not null;

-- To whom the owner wants to hand over the team. A team has one open offer at most.
create table ownership_offer (
  tenant_id text collate "C" primary key,
  member_id text collate "C" not null,
  offered_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (member_id <> offered_by),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade,
  foreign key (tenant_id, offered_by) references member (tenant_id, id) on delete cascade
);

-- When each API key was last used, and how much on each day. A process notes it in memory and writes it
-- once a minute, into tables of their own, so that a rotation or revocation does not wait for it.

create table api_key_use (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  key_id text collate "C" not null,
  used_at timestamptz(3) not null,
  used_ip inet,
  primary key (tenant_id, key_id)
) with (fillfactor = 70);

create table api_key_day (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  key_id text collate "C" not null,
  -- In UTC.
  day date not null,
  requests integer not null,
  -- Of these, what a rate limit refused.
  limited integer not null,
  primary key (tenant_id, key_id, day)
) with (fillfactor = 70);
create index api_key_day_age on api_key_day (day);

-- For housekeeping, which removes devices a year after their last use.
create index known_device_use on known_device (last_used_at);

-- What the person was in the team when it was proved: team, role and rights. The proof counts no more
-- when this has changed. Null in sessions of before, whose proof counts in any case.
alter table session add column proved_as text;

-- Only the browser that was given a challenge may answer it. No release has written a challenge yet.
alter table sign_in_challenge
  -- SHA-256 of the browser's cookie.
  add column browser_hash bytea not null check (length(browser_hash) = 32);

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

-- The sessions that the product's backend has handed in, by its own id: which training each has become,
-- and what waits for its start. The key makes a repeated call harmless, and calls about one session wait
-- for each other at its row.
create table training_intake (
  tenant_id text collate "C" not null,
  -- The product's id of the session.
  session_id text collate "C" not null,
  -- Null while the start has not arrived.
  training_id text collate "C",
  -- Hashes of what was taken in last, to tell a repeat from another content.
  started_with bytea,
  ended_with bytea,
  evaluated_with bytea,
  -- When the product made the evaluation, if it says so: an older one does not replace it.
  evaluated_at timestamptz(3),
  -- An end and an evaluation that came before the start, and since when they wait.
  waiting json check (json_typeof(waiting) = 'object'),
  waiting_since timestamptz(3),
  primary key (tenant_id, session_id),
  -- A row is written before its training, which saves a second write of it.
  foreign key (tenant_id, training_id) references training (tenant_id, id) on delete cascade
    deferrable initially deferred,
  check ((training_id is null) = (waiting_since is not null)),
  check ((waiting is null) = (waiting_since is null)),
  check ((training_id is null) = (started_with is null))
);
-- For the foreign key.
create index training_intake_training on training_intake (tenant_id, training_id)
  where training_id is not null;
-- For the limit of each team, and for the operator.
create index training_intake_waiting on training_intake (tenant_id, waiting_since)
  where waiting_since is not null;

-- The analytics of a large team are read from sums (P160). A worker makes the sums from the sessions
-- themselves, and whoever changes a session notes it here in the same transaction.

create table analytics_change (
  tenant_id text collate "C" not null,
  -- When the session began.
  at timestamptz(3) not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  primary key (tenant_id, at, id)
);

-- A team without a row has no sums: its analytics are computed from its sessions.
create table analytics_state (
  tenant_id text collate "C" primary key,
  -- The sums have the sessions that began before this full hour.
  kept_until timestamptz(3) not null,
  -- When the sums were last compared with the sessions.
  checked_at timestamptz(3) not null
);

create table analytics_sum (
  tenant_id text collate "C" not null,
  span text collate "C" not null check (span in ('all', 'week', 'day', 'hour')),
  -- The first moment of the week, day or hour in UTC; 1970 for all.
  begins_at timestamptz(3) not null,
  member_id text collate "C" not null,
  sessions integer not null,
  scored integer not null,
  with_total integer not null,
  total integer not null,
  closing integer not null,
  conversation_control integer not null,
  needs_analysis integer not null,
  objection_handling integer not null,
  value_argument integer not null,
  primary key (tenant_id, span, begins_at, member_id)
);
create index analytics_sum_member on analytics_sum (tenant_id, member_id);

-- A worker then looks at each team once.
insert into analytics_change (tenant_id, at, id, member_id)
select m.tenant_id, 'epoch', m.id, m.id from member m where m.role = 'owner';

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

-- What admins add to the catalog of their team, and what members find of their private cases.

-- A combination that the team excludes, as catalog_rule does for all teams. No foreign keys: an entry is
-- the team's own or one of the global catalog.
create table team_catalog_rule (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  situation_id text collate "C",
  personality_id text collate "C",
  industry_id text collate "C",
  dimension text not null check (dimension in ('situation', 'personality', 'industry')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  check (num_nonnulls(situation_id, personality_id, industry_id) >= 2)
);
create unique index team_catalog_rule_entries
  on team_catalog_rule (tenant_id, situation_id, personality_id, industry_id) nulls not distinct;

create index team_case_private on team_case (tenant_id, member_id, created_at desc, id desc)
  where visibility = 'private';

-- Who was erased: ids alone. The list outlives members, accounts and teams, because it is applied again
-- to a database that was restored from a backup.
create table erasure (
  id text collate "C" primary key,
  -- Null: an account that its person has removed.
  tenant_id text collate "C",
  -- A member of the team. Null: the whole team, or an account.
  member_id text collate "C",
  -- The account that was removed, alone or with its last membership.
  person_id text collate "C",
  created_at timestamptz(3) not null,
  -- Null until all of it is done.
  finished_at timestamptz(3),
  check (tenant_id is not null or (member_id is null and person_id is not null))
);
create unique index erasure_member on erasure (tenant_id, member_id) where member_id is not null;
create unique index erasure_team on erasure (tenant_id)
  where tenant_id is not null and member_id is null;
create unique index erasure_account on erasure (person_id) where tenant_id is null;

-- The list of former members, newest first.
create index member_removed on member (tenant_id, removed_at desc, id desc) where status = 'removed';

-- What named a former member whose account is gone. A team erases its texts by it.
alter table member
  add column former_name text collate "C",
  add column former_addresses text[] collate "C" not null default '{}';

-- The address that an account had before it was changed. Until then nobody else can take it, and its link
-- undoes the change for whoever shows the password or a passkey of that time.
alter table person
  add column former_email text collate "C",
  add column former_email_until timestamptz(3),
  -- PHC string of argon2id: the password as it was at the change, null if there was none.
  add column former_password_hash text;
create index person_former_email on person (former_email) where former_email is not null;

-- Not valid: all rows have kept the former check, which allowed less.
alter table one_time_link drop constraint one_time_link_purpose_check;
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'email_undo',
    'ownership')) not valid;

-- Scheme, host and port that have answered 2xx to this endpoint. While the URL has another one, its attempts
-- tell no more of the host than that nothing arrived.
alter table webhook_endpoint add column proven_origin text collate "C";

-- Of endpoints that have worked. A URL that is written in an unusual way proves itself with its next event.
update webhook_endpoint
set proven_origin = regexp_replace(substring(url from '^https://[a-z0-9.-]+(?::[0-9]+)?'), ':443$', '')
where last_success_at is not null and deleted_at is null
  and url ~ '^https://[a-z0-9.-]+(:[0-9]+)?([/?]|$)';

-- By which names and addresses a team has known a member until when. The present ones stand with the
-- account and the member; nothing is added for a former member but the name of the day of the removal.
create table member_name (
  tenant_id text collate "C" not null,
  member_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('name', 'email')),
  value text collate "C" not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (tenant_id, member_id, kind, until, value)
);

-- What version 0.4.0 has left of accounts that are gone. The column of addresses stays where it is: some
-- of them are later than the membership, so that nobody may be shown them.
insert into member_name (tenant_id, member_id, kind, value, since, until)
select m.tenant_id, m.id, 'name', m.former_name, coalesce(m.joined_at, m.created_at), m.removed_at
from member m where m.former_name is not null and m.removed_at is not null
on conflict do nothing;

-- The addresses that members have changed in the last year, by their security logs.
insert into member_name (tenant_id, member_id, kind, value, since, until)
select m.tenant_id, m.id, 'email', l.details ->> 'old_email',
  coalesce(lag(l.created_at) over (partition by m.tenant_id, m.id order by l.created_at, l.id), m.joined_at),
  l.created_at
from security_log l
join person_team t on t.person_id = l.person_id
join member m on m.tenant_id = t.tenant_id and m.user_id = l.person_id
where l.kind = 'email_changed' and l.details ->> 'old_email' is not null
  and m.joined_at <= l.created_at and coalesce(m.removed_at >= l.created_at, true)
  and m.email <> 'erased@erased.invalid'
on conflict do nothing;

-- Last, because it locks the members.
alter table member_name add foreign key (tenant_id, member_id) references member (tenant_id, id)
  on delete cascade;

-- Since when the person had the names that the owner has chosen to leave in texts. It holds no name, so that
-- it may stay on the list of erasures, and works on a restored backup too.
alter table erasure add column left_since timestamptz(3)[] not null default '{}';

-- Control: which CRM a team has connected, its sealed credentials, and when its next synchronization is due.
create table crm_connection (
  tenant_id text collate "C" not null references tenant on delete cascade,
  id text collate "C" not null,
  provider text not null,
  account_id text not null,
  name text not null,
  state text not null default 'active',
  account jsonb not null,
  settings jsonb not null,
  every_minutes smallint not null default 15,
  daily_budget integer,
  access_kind text not null,
  credentials bytea,
  credentials_hint text not null,
  credentials_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  next_sync_at timestamptz(3),
  next_cause text not null default 'first',
  read_again boolean not null default false,
  deletion_confirmed integer,
  leased_at timestamptz(3),
  lease_no integer not null default 0,
  broken_off smallint not null default 0,
  waits_until timestamptz(3),
  failures integer not null default 0,
  failing_since timestamptz(3),
  failed_for text,
  told_at timestamptz(3),
  synced_at timestamptz(3),
  full_at timestamptz(3),
  requests_day date,
  requests integer not null default 0,
  quota_left integer,
  primary key (tenant_id, id),
  constraint crm_connection_provider check (provider in ('hubspot', 'pipedrive', 'salesforce', 'demo')),
  constraint crm_connection_account_id check (char_length(account_id) between 1 and 200),
  constraint crm_connection_name check (char_length(name) between 1 and 100),
  constraint crm_connection_state check (state in ('active', 'paused', 'sign_in', 'ended', 'removing')),
  constraint crm_connection_every check (every_minutes in (5, 15, 60, 1440)),
  constraint crm_connection_budget check (daily_budget > 0),
  constraint crm_connection_access check (access_kind in ('token', 'oauth')),
  constraint crm_connection_cause check (next_cause in ('first', 'schedule', 'person', 'settings', 'connected'))
);
create unique index crm_connection_of_account on crm_connection (tenant_id, provider, account_id);
create index crm_connection_due on crm_connection (next_sync_at) where next_sync_at is not null;

-- Control: a consent that a person has begun at a provider. One use, ten minutes.
create table crm_consent (
  state_hash bytea not null primary key,
  tenant_id text collate "C" not null references tenant on delete cascade,
  session_id text collate "C" not null,
  person_id text collate "C" not null,
  provider text not null,
  connection_id text collate "C",
  verifier bytea,
  created_at timestamptz(3) not null,
  constraint crm_consent_hash check (octet_length(state_hash) = 32)
);
create index crm_consent_age on crm_consent (created_at);
create index crm_consent_tenant on crm_consent (tenant_id);

-- Team data: how far a stream has been read.
create table crm_cursor (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  stream text not null,
  since timestamptz(3),
  until timestamptz(3),
  after text,
  pass integer not null default 0,
  is_full boolean not null default true,
  is_blind boolean not null default false,
  primary key (tenant_id, connection_id, stream),
  constraint crm_cursor_stream check (stream in ('deals', 'notes'))
);

-- Team data: the history of synchronizations.
create table crm_sync_run (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  cause text not null,
  is_full boolean not null,
  status text not null,
  started_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  worked_ms integer not null default 0,
  finished_at timestamptz(3),
  stream text not null default 'deals',
  pages integer not null default 0,
  requests integer not null default 0,
  records integer not null default 0,
  inserted integer not null default 0,
  updated integer not null default 0,
  removed integer not null default 0,
  objections integer not null default 0,
  set_aside integer not null default 0,
  set_aside_records jsonb not null default '[]',
  expected integer,
  failed_for text,
  failure jsonb,
  gone_ids text[] not null default '{}',
  primary key (tenant_id, id),
  constraint crm_sync_run_status check (status in ('running', 'ok', 'waiting', 'failed', 'stopped')),
  constraint crm_sync_run_cause check (cause in ('first', 'schedule', 'person', 'settings', 'connected'))
);
create index crm_sync_run_page on crm_sync_run (tenant_id, connection_id, started_at desc, id desc);

-- Team data: who is in charge of deals in the CRM, and which member that is.
create table crm_owner (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  external_id text collate "C" not null,
  name text,
  email text,
  user_id text collate "C",
  is_chosen boolean not null default false,
  is_erased boolean not null default false,
  seen_at timestamptz(3) not null,
  primary key (tenant_id, connection_id, external_id)
);

-- Team data: the id of a deal that is gone. If the deal comes back, it has the same id. The title is kept for as
-- long as the history of synchronizations.
create table crm_former_deal (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  external_id text not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3) not null,
  title text,
  primary key (tenant_id, connection_id, external_id)
);
create index crm_former_deal_named on crm_former_deal (tenant_id, removed_at) where title is not null;

alter table crm_deal
  add column owner_id text,
  add column industry_value text,
  add column changed_at timestamptz(3),
  add column pass integer not null default 0;

alter table crm_objection
  add column connection_id text collate "C",
  add column source text,
  add column source_id text,
  add column pass integer not null default 0;
create index crm_objection_source on crm_objection (tenant_id, connection_id, source, source_id);

-- The rows that were there without a connection get one, whose data are kept (D140). Only the demo team has
-- such rows. If it connects its CRM, nothing may vanish that was there before, nor be there twice (P534): the
-- settings read industries and notes, and each objection is from a note.
insert into crm_connection (tenant_id, id, provider, account_id, name, state, account, settings, access_kind,
  credentials_hint, credentials_at, created_at, synced_at)
select d.tenant_id, d.connection_id, 'demo', d.connection_id, 'Demo-CRM', 'ended',
  '{"name": "Demo-CRM", "currency": "EUR", "time_zone": "Europe/Berlin"}',
  '{"pipelines": null, "industry_field": "branche", "industry_values": {"Maschinenbau": "ind_machinery",
    "Software": "ind_software", "Versicherung": "ind_insurance", "Gesundheitswesen": "ind_healthcare",
    "Bau": "ind_construction", "Logistik": "ind_logistics", "Handel": "ind_retail", "Energie": "ind_energy"},
    "lost_reason_field": null, "objections_field": null, "notes": true}',
  'token', '', now(), min(d.created_at), max(d.synced_at)
from crm_deal d group by d.tenant_id, d.connection_id;

update crm_deal d set industry_value = v.key
from crm_connection c, jsonb_each_text(c.settings -> 'industry_values') as v
where d.connection_id = 'con_demo' and c.tenant_id = d.tenant_id and c.id = d.connection_id
  and v.value = d.industry_id;

update crm_objection o set connection_id = n.connection_id, source = 'note', source_id = 'N-' || 1999 + n.place
from (
  select s.tenant_id, s.id, d.connection_id,
    row_number() over (partition by d.tenant_id order by s.created_at, s.id) as place
  from crm_objection s join crm_deal d on d.tenant_id = s.tenant_id and d.id = s.deal_id
  where d.connection_id = 'con_demo'
) n
where o.tenant_id = n.tenant_id and o.id = n.id;

-- Control: to whom a team wants to be told of its interfaces, beside its admins. The row stays when the
-- contact is gone: without an address nobody is told, and the count of mails goes on.
create table technical_contact (
  tenant_id text collate "C" not null primary key references tenant on delete cascade,
  -- Of the contact, not of the row: another address is another contact.
  id text collate "C" not null,
  email text,
  lang text not null,
  set_at timestamptz(3) not null,
  -- The last mail that asks the contact to confirm.
  asked_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  stopped_at timestamptz(3),
  -- How many of these mails the team has asked for within a day, which began then.
  asks_since timestamptz(3) not null,
  asks integer not null,
  constraint technical_contact_email check (email = lower(btrim(email))),
  constraint technical_contact_lang check (lang in ('de', 'en')),
  constraint technical_contact_confirmed check (email is not null or confirmed_at is null),
  constraint technical_contact_stopped check (email is null or stopped_at is null)
);
create index technical_contact_address on technical_contact (email) where email is not null;

-- Not valid: all rows have kept the former check, which allowed less.
alter table one_time_link drop constraint one_time_link_purpose_check;
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'email_undo',
    'ownership', 'contact_confirm', 'contact_stop')) not valid;

-- The request that raised an event. Null for an event without one, and for those of earlier releases.
alter table webhook_event add column request_id uuid;

-- Nothing reads crm_sync_run.worked_at, and this release no longer writes it. Release 0.7.0 still writes
-- it, and reads it as a time, so it needs a value. Any will do. The next release drops it, with the table api_key_day.
alter table crm_sync_run alter column worked_at set default 'epoch';

-- A sandbox is a team in which customers try things. It belongs to another team, whose members enter it.
alter table tenant add column sandbox_of text collate "C";
-- When somebody last used the sandbox, and when the owner of its team was told that it will be deleted.
alter table tenant add column sandbox_used_at timestamptz(3);
alter table tenant add column sandbox_warned_at timestamptz(3);
alter table tenant add constraint tenant_sandbox check
  (sandbox_of <> id and (sandbox_of is null) = (sandbox_used_at is null)) not valid;
alter table tenant add constraint tenant_sandbox_of_fkey foreign key (sandbox_of) references tenant (id)
  on delete cascade not valid;

create index if not exists tenant_sandbox_of on tenant (sandbox_of) where sandbox_of is not null;

alter table tenant validate constraint tenant_sandbox;

alter table tenant validate constraint tenant_sandbox_of_fkey;

-- Control: a login of the command line that waits for a person, who types its code into the app. Once a
-- person has confirmed it, it names the person and the team until the command line takes its token.
create table command_line_request (
  id text collate "C" not null primary key,
  code_hash bytea not null,
  poll_hash bytea not null,
  machine text not null,
  system text not null,
  version text not null,
  ip text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tenant_id text collate "C" references tenant on delete cascade,
  person_id text collate "C" references person on delete cascade,
  refused_at timestamptz(3),
  constraint command_line_request_hashes
    check (octet_length(code_hash) = 32 and octet_length(poll_hash) = 32),
  constraint command_line_request_confirmed check ((tenant_id is null) = (person_id is null)),
  constraint command_line_request_refused check (refused_at is null or person_id is null)
);
create unique index command_line_request_code on command_line_request (code_hash);
create unique index command_line_request_poll on command_line_request (poll_hash);
create index command_line_request_end on command_line_request (expires_at);
create index command_line_request_person on command_line_request (person_id) where person_id is not null;
create index command_line_request_tenant on command_line_request (tenant_id) where tenant_id is not null;

-- Control: a command line that works for a person in a team.
create table command_line_token (
  id text collate "C" not null primary key,
  tenant_id text collate "C" not null references tenant on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  token_hash bytea not null,
  machine text not null,
  system text not null,
  ip text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  constraint command_line_token_hash check (octet_length(token_hash) = 32)
);
create unique index command_line_token_hash on command_line_token (token_hash);
create index command_line_token_tenant on command_line_token (tenant_id, created_at desc);
create index command_line_token_person on command_line_token (person_id);
create index command_line_token_end on command_line_token (expires_at);

-- Control: a command line that takes the events of a team. It lives for five minutes after it was last seen.
-- The number of its connection grows with each connection: only the newest one gets events.
create table listener (
  tenant_id text collate "C" not null references tenant on delete cascade,
  id text collate "C" not null,
  token_id text collate "C" not null,
  person_id text collate "C" not null,
  member_id text collate "C" not null,
  machine text not null,
  events text[] not null,
  secret bytea not null,
  connection_no integer not null default 0,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_for text,
  forwarded integer not null default 0,
  last_answer_at timestamptz(3),
  last_status smallint,
  last_ms integer,
  last_error text,
  primary key (tenant_id, id),
  constraint listener_machine check (char_length(machine) between 1 and 100),
  constraint listener_ended check ((ended_at is null) = (ended_for is null))
);
create unique index listener_id on listener (id);
create index listener_live on listener (tenant_id) where ended_at is null;
create index listener_of_person on listener (tenant_id, person_id, created_at desc);
create index listener_seen on listener (last_seen_at) where ended_at is null;
create index listener_ended_at on listener (ended_at) where ended_at is not null;

create sequence listener_event_order as integer cycle;

-- Control: an event for one listener. The number gives the order. `sent_no` is the number of the connection
-- that has sent it last.
create table listener_event (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  listener_id text collate "C" not null,
  seq integer not null,
  event_type text not null,
  created_at timestamptz(3) not null,
  sent_no integer,
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  response_code smallint,
  response_ms integer,
  error text,
  response_excerpt text,
  primary key (tenant_id, event_id, listener_id),
  foreign key (tenant_id, listener_id) references listener (tenant_id, id) on delete cascade
);
create index listener_event_page on listener_event (listener_id, seq);
create index listener_event_open on listener_event (listener_id, seq) where answered_at is null;

-- The name of a member of a sandbox, who is no person: elsewhere the name is in the account.
alter table member add column sandbox_name text;
-- What a worker is doing with the sandbox. Null if it is ready.
alter table tenant add column sandbox_state text;
alter table tenant add constraint tenant_sandbox_state check
  (sandbox_state is null
    or (sandbox_state in ('filling', 'resetting', 'removing') and sandbox_of is not null)) not valid;

-- What admit_calls() gathers of one group of requests.
create type admission_of_call as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer,
  sandbox_of text
);

alter table tenant validate constraint tenant_sandbox_state;

-- How many changes each team has made. Every transaction that changes what the queries of a team read
-- adds one in the slot of its connection, so a replica with all numbers of the team has replayed that
-- transaction. A row is locked until its transaction is written to the disk: with several of them, changes
-- of one team are written together. A column of `tenant` would be locked by everything that names the team.
create table team_mark (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  slot smallint not null check (slot between 0 and 3),
  n bigint not null,
  primary key (tenant_id, slot)
) with (fillfactor = 50);
insert into team_mark (tenant_id, slot, n) select t.id, s.slot, 0 from tenant t, generate_series(0, 3) s (slot);

-- The last change of what all teams share, and the timeline of the primary that made it. A replica
-- that has this row follows the same primary.
create table shared_mark (
  is_only boolean primary key default true check (is_only),
  mark uuid not null,
  timeline integer not null
) with (fillfactor = 50);
insert into shared_mark (mark, timeline) values (gen_random_uuid(), 0);

-- Nothing has used these since release 0.9.0.
drop table api_key_day;
alter table crm_sync_run drop column worked_at;

-- Migrations from here on call it, so it must be there before the functions of prisma/functions are made.
-- Migrations call this after they have made a table of a family that several servers share: `team` spreads the
-- rows by tenant_id, `catalog` keeps a copy on each server. It does nothing in a database that is not sharded.
create or replace function distribute_table(its_name text, family text) returns void
language plpgsql as $$
begin
  if family not in ('team', 'catalog') then
    raise exception 'the family of % is neither team nor catalog', its_name;
  end if;
  if to_regclass('sharding') is null then return; end if;
  if family = 'team' then
    perform create_distributed_table(its_name, 'tenant_id', colocate_with => 'member');
  else
    perform create_reference_table(its_name);
  end if;
end $$;

-- An endpoint belongs to one team. PostgreSQL takes both columns for independent conditions, and expects one
-- delivery where an endpoint has thousands: it then reads all of them and sorts, to find the latest five.
-- These statistics tell it what depends on what. They cost an insert nothing (P788).
create statistics webhook_delivery_of_team (dependencies) on tenant_id, endpoint_id from webhook_delivery;

-- They are filled when the table is analyzed. An empty table is not: PostgreSQL would then plan for an empty
-- table, and read all of it. The nodes of a cluster analyze their parts themselves.
do $$ begin
  if to_regclass('sharding') is null and exists (select from webhook_delivery) then
    analyze webhook_delivery;
  end if;
end $$;

-- A run that goes on with the window of an earlier one reads only up to the time at which that window was
-- opened. Without these times nobody could tell that changes wait (P805).
alter table crm_cursor add column opened_at timestamptz(3);
alter table crm_connection add column read_to timestamptz(3);

-- Since when a worker has been sending the mail. Other workers leave the mail to it.
alter table mail add column claimed_at timestamptz(3);

-- Control: an attempt that was claimed for a scheme, host and port that has not answered 2xx to the team. The
-- team is the parent of a sandbox. Whether the attempt still runs is in webhook_pending.
create table webhook_origin_attempt (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  origin text collate "C" not null,
  delivery_id text collate "C" not null,
  lease_no integer not null,
  started_at timestamptz(3) not null,
  primary key (tenant_id, origin, delivery_id, lease_no)
);
create index webhook_origin_attempt_age on webhook_origin_attempt (started_at);

-- The password that was valid when the address changed, if `former_password_hash` is the one before it (P487).
alter table person add column password_hash_at_change text;

-- Control: the fields of a CRM with their choices, which may be many. They were in the row of the connection, which
-- every list of deals read.
create table crm_fields (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  fields jsonb not null,
  left_out jsonb,
  read_at timestamptz(3),
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references crm_connection (tenant_id, id) on delete cascade
);

-- Without a time, the next synchronization reads them anew, and takes them out of the row of the connection. What is
-- far above the bounds of today waits for that.
insert into crm_fields (tenant_id, connection_id, fields)
select c.tenant_id, c.id, c.account #> '{reference,fields}'
from crm_connection c
where jsonb_typeof(c.account #> '{reference,fields}') = 'array'
  and length(c.account #>> '{reference,fields}') < 2000000;

-- Team data: the notes of which a page of the CRM has only the beginning. Each text is read once for each version of
-- the note, after the pages, a bounded number in a run (P835).
create table crm_long_note (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  note_id text collate "C" not null,
  changed_at timestamptz(3) not null,
  deal_ids text[] collate "C" not null,
  read_at timestamptz(3),
  tries integer not null default 0,
  pass integer not null default 0,
  primary key (tenant_id, connection_id, note_id)
);
create index crm_long_note_read on crm_long_note (tenant_id, connection_id, read_at);
select distribute_table('crm_long_note', 'team');

-- Control: when the service was told to send nothing (OUTGOING=off). One pause at most is open.
create table outgoing_pause (
  started_at timestamptz(3) primary key,
  ended_at timestamptz(3) check (ended_at >= started_at)
);
create unique index outgoing_pause_open on outgoing_pause (ended_at) nulls not distinct;

-- Control: the commands that operators have run. `ids` has the ids among the arguments, never an address or a name.
create table operator_entry (
  id text collate "C" primary key,
  command text collate "C" not null,
  ids jsonb not null,
  account text not null,
  host text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('done', 'refused', 'unfinished', 'failed')),
  check ((outcome is null) = (ended_at is null))
);
create index operator_entry_age on operator_entry (started_at);

-- The command line of the operator is an actor of its own. Before, it was the system.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind
  check (actor_kind in ('key', 'user', 'service', 'system', 'operator')) not valid;

alter table audit_entry validate constraint audit_entry_actor_kind;

-- Control: the processes of the service that run. Each renews its row.
create table process (
  id text collate "C" primary key,
  kind text collate "C" not null check (kind in ('api', 'worker', 'main')),
  release text collate "C" not null,
  host text collate "C" not null,
  pid integer not null,
  outgoing boolean not null default true,
  started_at timestamptz(3) not null,
  renewed_at timestamptz(3) not null
) with (fillfactor = 50);

-- One row: the oldest release whose processes can work with the tables, functions and views of this database. The
-- process that migrates writes it.
create table oldest_beside (
  is_only boolean primary key default true check (is_only),
  release text collate "C" not null
);

-- Control: the feed of a team that keeps its events. `keeps` is true while the team has a key with `events:read` or an
-- endpoint. Nobody reads before `opened_at`: transactions that had looked at `keeps` before it was true may commit an
-- event until then that is not kept. Such a transaction has a number below `opens_at`. Positions up to `floor`, and
-- events created up to `floor_at`, may be missing.
create table event_feed (
  tenant_id text collate "C" primary key references tenant on delete cascade,
  keeps boolean not null,
  opens_at bigint,
  opened_at timestamptz(3),
  last_position bigint not null,
  reached_at timestamptz(3) not null,
  floor bigint not null,
  floor_at timestamptz(3) not null
) with (fillfactor = 50);
create index event_feed_stopped on event_feed (tenant_id) where not keeps;

create sequence kept_event_order cycle;

-- Control: an event in the feed of its team. `seq` is drawn when the event is raised. The position is given after the
-- commit (place_events). `reached_at` is the latest `created_at` up to this position, so that both grow together.
create table kept_event (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  type text not null,
  seq bigint not null,
  created_at timestamptz(3) not null,
  feed_position bigint,
  reached_at timestamptz(3),
  primary key (tenant_id, event_id),
  constraint kept_event_placed check ((feed_position is null) = (reached_at is null))
);
create index kept_event_page on kept_event (tenant_id, reached_at, feed_position) where feed_position is not null;
create index kept_event_unplaced on kept_event (tenant_id, seq) where feed_position is null;

-- One row: the history of all positions, and the database that wrote it. After a restore or a failover the database
-- may lack what readers have seen, so it begins another history.
create table event_history (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  origin text collate "C" not null
);

insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
select distinct e.tenant_id, true, 0, timestamptz 'epoch', 0, timestamptz 'epoch'
from webhook_endpoint e where e.deleted_at is null;

create index if not exists erasure_ended on erasure (tenant_id, finished_at, id) where finished_at is not null;

-- A replay. With `makes_new`, it makes a new delivery of each kept event of `types`; `filter` is then 'all', so that a
-- worker of the release before cannot read it and leaves the replay alone.
alter table webhook_retry_run
  add column makes_new boolean not null default false,
  add column types text[] not null default '{}';

-- True from the first replay of the delivery on: each further request leaves out what the privacy switch hides then.
alter table webhook_delivery add column is_replayed boolean not null default false;
alter table webhook_pending add column is_replayed boolean not null default false;

-- True if the request of the attempt left out what the privacy switch hides.
alter table webhook_attempt add column is_reduced boolean not null default false;

-- Control: a reader of a feed: the keys of a lineage, with the types that they ask for, sorted and with commas; empty
-- for all types. It has taken the events of these types after `begin_position`, up to the place with which it last asked.
create table feed_reader (
  tenant_id text collate "C" not null references tenant on delete cascade,
  lineage_id text collate "C" not null,
  types text collate "C" not null,
  history_id uuid not null,
  begin_position bigint not null,
  position bigint not null,
  reached_at timestamptz(3) not null,
  began_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  primary key (tenant_id, lineage_id, types)
);
create index feed_reader_asked on feed_reader (asked_at);

-- Control: an event `member.erased` that a reader has taken.
create table erasure_reader (
  tenant_id text collate "C" not null references tenant on delete cascade,
  event_id text collate "C" not null,
  lineage_id text collate "C" not null,
  types text collate "C" not null,
  taken_at timestamptz(3) not null,
  primary key (tenant_id, event_id, lineage_id, types)
);
create index erasure_reader_taken on erasure_reader (taken_at);

create index if not exists kept_event_erased on kept_event (tenant_id, feed_position) where type = 'member.erased';

-- Control: a view that a person has saved in a team: a page of the app with its filters.
create table saved_view (
  tenant_id text collate "C" not null references tenant on delete cascade,
  id text collate "C" not null,
  person_id text collate "C" not null references person on delete cascade,
  name text not null,
  path text collate "C" not null,
  filters jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint saved_view_name check (char_length(name) between 1 and 60),
  constraint saved_view_path check (char_length(path) between 1 and 100)
);
create index saved_view_person on saved_view (person_id, tenant_id);

-- The app lists open assignments by their due dates, before all others.
create index if not exists assignment_due on assignment (tenant_id, (case when status = 'open' then coalesce(due_date::timestamp at time zone 'UTC', '9999-12-30Z'::timestamptz) else '9999-12-31Z'::timestamptz end), id);

-- PostgreSQL reads the text of each check again at each insert, which was a quarter of what the writes of a request
-- cost. Only our own code fills these columns, from values that Zod has checked. The bounds of what a person writes
-- stay.
alter table assignment drop constraint assignment_status_check;
alter table audit_entry drop constraint audit_entry_actor_kind;
alter table evaluation
  drop constraint evaluation_closing_check,
  drop constraint evaluation_conversation_control_check,
  drop constraint evaluation_needs_analysis_check,
  drop constraint evaluation_objection_handling_check,
  drop constraint evaluation_spread_check,
  drop constraint evaluation_tips_check,
  drop constraint evaluation_total_check,
  drop constraint evaluation_value_argument_check;
alter table idempotency_record drop constraint idempotency_record_language_check;
-- This key locked the row of the team at each call. The removal of a team deletes its records by itself.
alter table idempotency_record drop constraint idempotency_record_tenant_id_fkey;
alter table kept_event drop constraint kept_event_placed;
alter table training
  drop constraint training_duration_s_check,
  drop constraint training_external_ref_check,
  drop constraint training_status_check;
alter table webhook_delivery drop constraint webhook_delivery_check;
alter table webhook_pending drop constraint webhook_pending_check;

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
-- A call that charges nothing also writes nothing and locks nothing, so it works in a database that cannot be
-- written.
--
-- The time is the database's, which is the same for all processes, unless a test has stopped it. It
-- is returned, and the rest of the request uses it.
--
-- Each look-up must use its index: the plans are kept, and for arrays of unknown length the planner
-- would read whole tables.
create or replace function admit_calls(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, per_subject integer, stopped_at timestamptz
) returns table (
  at_ms bigint, n integer, granted integer,
  outer_limit integer, outer_used integer, outer_reset_ms integer,
  key_used integer, key_reset_ms integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer,
  sandbox_of text
) language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  at timestamptz := date_trunc('milliseconds', coalesce(stopped_at, now()));
  groups admission_of_call[];
  g admission_of_call;
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
      t.member_detail_enabled, t.leaderboard_enabled, t.rate_limit_per_min, t.sandbox_of
    )::admission_of_call order by c.n),
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

  if 0 = all (wanted) then
    select array_agg(s), array_agg(coalesce(w.started_at, at)), array_agg(coalesce(w.used, 0))
      into subjects, begun, spent
    from unnest(needed) s
    left join rate_window w on w.subject = s
      and at >= w.started_at - interval '30 s' and at < w.started_at + interval '60 s';
  end if;

  -- Locks all windows or none, and makes the missing ones first, both in one order, so that two calls
  -- cannot deadlock. Repeats if housekeeping has removed a window in between.
  while cardinality(subjects) is distinct from cardinality(needed) loop
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
    sandbox_of := g.sandbox_of;
    return next;
  end loop;

  if 0 = all (wanted) then return; end if;
  update rate_window w set started_at = x.started_at, used = x.used + x.charge
  from unnest(subjects, begun, spent, charged) as x (subject, started_at, used, charge)
  where w.subject = x.subject and x.charge > 0;
end $$;

-- Renames a sandbox of a team, or begins to reset or remove it. Returns `missing`, `busy` while a worker is filling or
-- resetting it, or null for success. A removal can always begin, even if a filling never ends.
create or replace function change_sandbox(
  of_tenant text, sandbox text, its_name text, its_state text
) returns text language plpgsql as $$
begin
  update tenant t set name = coalesce(its_name, t.name), sandbox_state = its_state
    where t.id = sandbox and t.sandbox_of = of_tenant
      and (t.sandbox_state is null or its_state = 'removing' and t.sandbox_state <> 'removing');
  if found then return null; end if;
  if exists (select from tenant t where t.id = sandbox and t.sandbox_of = of_tenant) then
    return 'busy';
  end if;
  return 'missing';
end $$;

-- Makes the transaction commit in two phases, if it has changed something on the coordinator: control data, or a job.
-- Citus commits so after a write to a table that it knows. So this writes to such a table, but no row. A transaction
-- without an id has only read, or has written only to nodes, and commits as usual. Only a sharded database calls this.
create or replace function commit_in_two_phases() returns void language plpgsql as $$
begin
  if pg_current_xact_id_if_assigned() is not null then
    delete from sharding s where s.n = 0;
  end if;
end $$;

-- The database that writes now. It differs after a restore, and on a replica that was promoted.
create or replace function database_origin() returns text language sql stable as $$
  select concat_ws('/', (select s.system_identifier from pg_control_system() s),
    (select d.oid from pg_database d where d.datname = current_database()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8));
$$;

-- Migrations call this after they have made a table of a family that several servers share: `team` spreads the
-- rows by tenant_id, `catalog` keeps a copy on each server. It does nothing in a database that is not sharded.
create or replace function distribute_table(its_name text, family text) returns void
language plpgsql as $$
begin
  if family not in ('team', 'catalog') then
    raise exception 'the family of % is neither team nor catalog', its_name;
  end if;
  if to_regclass('sharding') is null then return; end if;
  if family = 'team' then
    perform create_distributed_table(its_name, 'tenant_id', colocate_with => 'member');
  else
    perform create_reference_table(its_name);
  end if;
end $$;

-- Ends the command lines of a person in a team and in the team's sandboxes. Logins without a token go first: a
-- command line that takes its token now has removed such a row, and the second statement then sees the token.
create or replace function end_command_lines(of_tenant text, of_person text) returns void
language plpgsql as $$
begin
  delete from command_line_request r where r.person_id = of_person and r.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant);
  delete from command_line_token c where c.person_id = of_person and c.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant);
end $$;

-- Begins the removal of a sandbox. Returns false if somebody has used it since, or if a worker is at work on it.
create or replace function end_idle_sandbox(of_tenant text, sandbox text, unused_since timestamptz)
returns boolean language plpgsql as $$
begin
  update tenant t set sandbox_state = 'removing'
    where t.id = sandbox and t.sandbox_of = of_tenant and t.sandbox_state is null
      and t.sandbox_used_at = unused_since;
  return found;
end $$;

-- Removes the views that a person has saved in a team and in the team's sandboxes.
create or replace function end_saved_views(of_tenant text, of_person text) returns void
language sql as $$
  delete from saved_view v where v.person_id = of_person and v.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant)
$$;

-- The webhook endpoints of a team, its parent and its sandboxes. Locks the parent, so that two transactions
-- that count them run one after the other.
create or replace function endpoints_of_family(team text)
returns table (id text, url text, proven_origin text) language plpgsql as $$
declare parent text;
begin
  select coalesce(t.sandbox_of, t.id) into parent from tenant t where t.id = team;
  perform from tenant t where t.id = parent for no key update;
  return query select e.id, e.url, e.proven_origin from tenant t
    cross join lateral (
      select w.* from webhook_endpoint w where w.tenant_id = t.id and w.deleted_at is null
    ) e
    where t.id = parent or t.sandbox_of = parent;
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

-- Does what enqueue() does, with a priority: workers first take the jobs with the lowest number.
create or replace function enqueue_in_turn(task text, payload json, priority integer) returns void
language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, enqueue_in_turn.payload, enqueue_in_turn.priority
    from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, priority, null)::graphile_worker.job_spec]);
  end if;
end $$;

-- True if a team may use the API and gets its events (D51, D167).
create or replace function has_api(status text, plan text) returns boolean language sql immutable
  as $$ select status = 'active' and plan in ('team', 'enterprise') $$;

-- Whether a member is the only active admin of a team (spec, Members 4; D108). The owner does not count as an admin.
-- Citus plans no statement with a parameter of a function in SQL, so this is PL/pgSQL.
create or replace function is_last_active_admin(of_tenant text, of_member text) returns boolean
language plpgsql stable as $$
begin
  return exists (select from member m
      where m.tenant_id = of_tenant and m.role = 'admin' and m.status = 'active' and m.id = of_member)
    and not exists (select from member m
      where m.tenant_id = of_tenant and m.role = 'admin' and m.status = 'active' and m.id <> of_member);
end $$;

-- The text of a timestamp in answers: UTC with milliseconds (D27).
create or replace function iso(at timestamptz) returns text language sql stable strict parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- A team keeps its events from its first key with `events:read`, or its first endpoint, on. The worker ends this, and
-- locks the row for update, so that a key which is made at the same moment waits and then begins anew.
create or replace function keep_events() returns trigger language plpgsql as $$
begin
  insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
  values (new.tenant_id, true, 0, timestamptz 'epoch', 0, timestamptz 'epoch') on conflict do nothing;
  if found then return null; end if;
  perform from event_feed f where f.tenant_id = new.tenant_id and f.keeps for key share;
  if not found then
    update event_feed f set keeps = true, opened_at = null
    where f.tenant_id = new.tenant_id and not f.keeps;
  end if;
  return null;
end $$;
create or replace trigger keep_events_of_key after insert on api_key for each row
  when ('events:read' = any (new.scopes))
  execute function keep_events();
create or replace trigger keep_events_of_endpoint after insert on webhook_endpoint for each row
  execute function keep_events();

-- Whether the feed of a team keeps the events that this transaction raises. If it does not, the transaction holds a lock
-- until its end, and the feed opens only then: otherwise a reader could begin before an event that the feed lacks. It
-- looks again under the lock, because the team may have begun to keep events meanwhile. A team that keeps them takes no
-- lock, so that the feed of a busy team opens too.
create or replace function keeps_events(of_tenant text) returns boolean language plpgsql as $$
begin
  perform from event_feed f where f.tenant_id = of_tenant and f.keeps;
  if found then return true; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('event_feed ' || of_tenant, 0));
  return exists (select from event_feed f where f.tenant_id = of_tenant and f.keeps);
end $$;

-- Makes a sandbox of a team, with the team's plan, status and limits. It locks the team: two calls at once cannot make
-- a fourth sandbox, and a suspension at the same time reaches the new one. Returns why it made none, or null.
create or replace function make_sandbox(
  of_tenant text, sandbox text, its_name text, most integer, at timestamptz
) returns text language plpgsql as $$
declare
  parent tenant;
begin
  select * into parent from tenant t where t.id = of_tenant for no key update;
  if parent.sandbox_of is not null then return 'in_sandbox'; end if;
  if (select count(*) from tenant t where t.sandbox_of = of_tenant) >= most then
    return 'too_many';
  end if;
  insert into tenant (id, name, plan, status, seats, rate_limit_per_min, created_at, languages,
      time_zone, sandbox_of, sandbox_used_at, sandbox_state)
    values (sandbox, its_name, parent.plan, parent.status, 20, parent.rate_limit_per_min, at, parent.languages,
      parent.time_zone, of_tenant, at, 'filling');
  return null;
end $$;

-- Ends the command lines of a member who may no longer use the interfaces of the team, in the team and in its
-- sandboxes. Each call checks the right too. But if the right is granted again within eight hours, a forgotten token
-- must not work again. A node of Citus has members and no command lines: there the operations that take a right end
-- them (end-command-lines.ts).
create or replace function member_ends_command_lines() returns trigger language plpgsql as $$
begin
  if to_regclass('command_line_token') is not null then
    perform end_command_lines(old.tenant_id, old.user_id);
  end if;
  return null;
end $$;
create or replace trigger member_ends_command_lines after update of role, rights, status on member
  for each row when (old.user_id is not null and old.status = 'active'
    and (old.role = 'owner' or old.role = 'admin' and 'schnittstellen' = any (old.rights))
    and not (new.status = 'active'
      and (new.role = 'owner' or new.role = 'admin' and 'schnittstellen' = any (new.rights))))
  execute function member_ends_command_lines();

-- Refuses a change that would take the last active admin from a team (spec, Members 4; D108). The
-- lock lets two changes at once see each other.
-- src/features/members/rules/keep-an-active-admin.ts turns the code TA001 into `last_admin`.
-- It goes by the code, because an error of a trigger on another server keeps nothing else.
create or replace function member_keeps_an_active_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('active_admin:' || old.tenant_id, 0));
  if is_last_active_admin(old.tenant_id, old.id) then
    raise exception 'the only active admin of team %', old.tenant_id
      using errcode = 'TA001';
  end if;
  return new;
end $$;
create or replace trigger member_keeps_an_active_admin before update on member for each row
  when (old.role = 'admin' and old.status = 'active'
    and (new.role = 'member' or new.status <> 'active'))
  execute function member_keeps_an_active_admin();

-- Tells processes of new events, for the calls that wait for some. A crash may lose this, because they also look by
-- themselves.
create or replace function notify_readers(of_tenants text[]) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('event_feed', t) from unnest(of_tenants) t;
$$;

-- Tells workers of new jobs. A crash may lose this, because workers also look by themselves.
create or replace function notify_workers(jobs integer) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', jobs)::text);
$$;

-- The moment that lies `ago` before `at` by a clock that stands still while the service may send nothing. What is
-- given up, removed or paused because of its age counts this time alone (P920).
create or replace function outgoing_ago(at timestamptz, ago interval) returns timestamptz
language plpgsql stable as $$
declare
  moment timestamptz := at - ago;
  pause record;
begin
  for pause in
    select p.started_at, least(coalesce(p.ended_at, at), at) as ended_at
    from outgoing_pause p order by p.started_at desc
  loop
    exit when pause.ended_at <= moment;
    moment := moment - greatest(pause.ended_at - pause.started_at, interval '0');
  end loop;
  return moment;
end $$;

-- Gives positions to the committed events of a team. The row of the feed stays locked until the commit, so positions
-- become visible in their order, and an event with a higher position never hides one that comes later. An open
-- transaction holds up only its own events. Returns whether more events may wait for a position.
create or replace function place_events(of_tenant text, at timestamptz) returns boolean language plpgsql as $$
declare
  feed event_feed;
  placed integer;
  most constant integer := 2000;
begin
  -- A restored or promoted database begins another history, because it may lack what readers have seen.
  perform from event_history h where h.is_only and h.origin = database_origin();
  if not found then
    insert into event_history as h (id, origin) values (gen_random_uuid(), database_origin())
    on conflict (is_only) do update set id = excluded.id, origin = excluded.origin where h.origin <> excluded.origin;
    return true;
  end if;

  -- Mostly there is nothing to do, and nobody waits for the lock.
  perform from event_feed f
  where f.tenant_id = of_tenant and f.keeps and (f.opened_at is null or exists (
    select from kept_event e where e.tenant_id = of_tenant and e.feed_position is null));
  if not found then return false; end if;

  select f.* into feed from event_feed f where f.tenant_id = of_tenant and f.keeps for no key update;
  if not found then return false; end if;
  if feed.opened_at is null then
    -- A transaction that has left out an event holds this lock, shared (keeps_events).
    if not pg_try_advisory_xact_lock(hashtextextended('event_feed ' || of_tenant, 0)) then return false; end if;
    feed.last_position := feed.last_position + 1;
    update event_feed f set opened_at = at, last_position = feed.last_position, floor = feed.last_position,
      floor_at = greatest(f.floor_at, at)
    where f.tenant_id = of_tenant;
  end if;

  -- This statement sees what was committed before the lock was taken.
  with taken as materialized (
    select e.event_id, e.seq, e.created_at from kept_event e
    where e.tenant_id = of_tenant and e.feed_position is null order by e.seq limit most
  ), numbered as materialized (
    select t.event_id, row_number() over (order by t.seq) as n, max(t.created_at) over (order by t.seq) as newest
    from taken t
  ), given as (
    update kept_event e set feed_position = feed.last_position + d.n, reached_at = greatest(feed.reached_at, d.newest)
    from numbered d where e.tenant_id = of_tenant and e.event_id = d.event_id
    returning e.reached_at
  )
  select count(*), max(g.reached_at) into placed, feed.reached_at from given g;
  if placed > 0 then
    update event_feed f set last_position = feed.last_position + placed, reached_at = feed.reached_at
    where f.tenant_id = of_tenant;
  end if;
  return placed = most;
end $$;

-- Gives positions to the committed events of several teams. The feeds are locked in the order of their teams, so two
-- processes cannot deadlock. A feed that somebody else has locked is left out until the next round.
-- Returns whether more events may wait for a position.
create or replace function place_events_of_feeds(of_tenants text[], at timestamptz) returns boolean language plpgsql as $$
declare
  t text;
  has_more boolean := false;
begin
  for t in select u from unnest(of_tenants) u order by u loop
    perform from event_feed f where f.tenant_id = t and f.keeps for no key update skip locked;
    if found then has_more := place_events(t, at) or has_more; end if;
  end loop;
  return has_more;
end $$;

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

-- Deletes the pending row first: a worker that is about to write an attempt holds that row, so that
-- the attempt is written before this function deletes the attempts.
create or replace function remove_attempts_of_deliveries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_pending p using gone where p.delivery_id = gone.id;
  delete from webhook_attempt a using gone where a.delivery_id = gone.id;
  delete from webhook_retry r using gone
    where r.tenant_id = gone.tenant_id and r.delivery_id = gone.id;
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

-- How many deliveries the replays of a team, its parent and its sandboxes have queued or will queue, of the replays whose
-- id is above `since_id`. Ids of replays sort by their time.
create or replace function replayed_by_family(team text, since_id text) returns bigint language sql stable as $$
  select coalesce(sum(case when r.finished_at is null then greatest(r.expected, r.retried) else r.retried end), 0)::bigint
  from tenant f
  join tenant t on t.id = coalesce(f.sandbox_of, f.id) or t.sandbox_of = coalesce(f.sandbox_of, f.id)
  cross join lateral (
    select w.expected, w.retried, w.finished_at from webhook_retry_run w where w.tenant_id = t.id and w.id > since_id
  ) r
  where f.id = team;
$$;

-- The sandboxes of a team, the oldest first.
create or replace function sandboxes_of(of_tenant text) returns table (
  id text, name text, state text, seats integer, created_at timestamptz, used_at timestamptz,
  warned_at timestamptz
) language sql stable as $$
  select t.id, t.name, t.sandbox_state, t.seats, t.created_at, t.sandbox_used_at, t.sandbox_warned_at
  from tenant t where t.sandbox_of = of_tenant order by t.created_at, t.id
$$;

-- The sandboxes of a team that a worker has filled with a history: those with endpoints of the practice receiver.
create or replace function sandboxes_with_history_of(of_tenant text) returns table (id text)
language sql stable as $$
  select t.id from tenant t where t.sandbox_of = of_tenant and exists (
    select from webhook_endpoint e where e.tenant_id = t.id and e.deleted_at is null
      and e.url like 'https://practice-receiver.example/%')
$$;

-- Makes the marks of each new team, even if an older version makes the team. So a change of the team only has to
-- update a row of them.
create or replace function team_has_a_mark() returns trigger language plpgsql as $$
begin
  insert into team_mark (tenant_id, slot, n) values (new.id, 0, 0), (new.id, 1, 0), (new.id, 2, 0), (new.id, 3, 0)
    on conflict do nothing;
  return null;
end $$;
create or replace trigger team_has_a_mark after insert on tenant for each row
  execute function team_has_a_mark();

-- Copies plan, status and rate limit of a team to its sandboxes, so that their readers need not look at the team.
create or replace function tenant_leads_its_sandboxes() returns trigger language plpgsql as $$
begin
  update tenant t set plan = new.plan, status = new.status, rate_limit_per_min = new.rate_limit_per_min
    where t.sandbox_of = new.id;
  return null;
end $$;
create or replace trigger tenant_leads_its_sandboxes after update of plan, status, rate_limit_per_min on tenant for each row
  when (new.sandbox_of is null and (old.plan, old.status, old.rate_limit_per_min)
    is distinct from (new.plan, new.status, new.rate_limit_per_min))
  execute function tenant_leads_its_sandboxes();

-- The lines of the request log, one by one. A statement that asks for a time also says which slots have
-- it, and one that sorts by time sorts by the slot first: so PostgreSQL reads rows along their index.
create view request_log_line as
select r.tenant_id, r.slot, r.key_id, r.failed, l.*
from request_log r cross join lateral unnest(r.lines) l;

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

comment on function admit_calls is 'Team API 0.30.0 decd85e6b3738c971434f5a788f695da0471ff341fe6c61423d43d879fc0ec70';
comment on function change_sandbox is 'Team API 0.30.0 961f5e4aeb882b8d6f312ddae0cb83577e0621b97604082349350f1d6ff05ac5';
comment on function commit_in_two_phases is 'Team API 0.30.0 6a214195cef8bfb21dbc96cf852a4fa9af7f7ac893b42cdc50452c05b66bd16f';
comment on function database_origin is 'Team API 0.30.0 33b2873eb234f564003bdd86f73197c9119ef5e4939f56200db95b0c5ac2fcea';
comment on function distribute_table is 'Team API 0.30.0 c544582e64be4b930ba243d8919dfef7a55790ba1927156c59fd5ce56fa8ffba';
comment on function end_command_lines is 'Team API 0.30.0 93ce9fd2cfae57a06d8a107ea54a64a5b370ead51ba5039971f55e415e1ffe4d';
comment on function end_idle_sandbox is 'Team API 0.30.0 3d6dc3793b585bab5bb00703b10885144875504c305db642fb468b5ae443705c';
comment on function end_saved_views is 'Team API 0.30.0 0f3854b266443d8a2937a8db146f619a2f2a62aae7e59fc70ba3560337c79855';
comment on function endpoints_of_family is 'Team API 0.30.0 38f8b10c4074fa624e5f3d2d1448dfc361946a6dab354cb7c1b37bf23c7dc5d5';
comment on function enqueue is 'Team API 0.30.0 5690bc3f36024763bc45588f55f5ea039809e434a663c77a5bdc12e9b6b9de1b';
comment on function enqueue_in_turn is 'Team API 0.30.0 817d06cff60a578fcb92ed9328c7735c4ab0e835e7f4f3457b636cdb5cba5534';
comment on function has_api is 'Team API 0.30.0 37c809522d48e4c644c1a5ae90bcaf4a404dd0c32f5428042be61d4709328c30';
comment on function is_last_active_admin is 'Team API 0.30.0 44b26350ed5a9c86c5be3b073184b77819fd3e05ae02327df6f0d81834ef4c97';
comment on function iso is 'Team API 0.30.0 e6d9497d8292c4137488357f302438220e72efc960a42e0275bd871ca951aeba';
comment on function keep_events is 'Team API 0.30.0 8b0a221327ffed0cef34869829912f6c1bf48ca0005c446b3e163e61a1ca8e2f';
comment on function keeps_events is 'Team API 0.30.0 48610947ca4294290da5cd0b4e101c2c5d61d3bdaf1b6624e694569bb48d3fe9';
comment on function make_sandbox is 'Team API 0.30.0 ce8aefbca411af3ec9f5cdddff9d2b9827b64cb4c5a2ed72a52740b8ea7ce4b4';
comment on function member_ends_command_lines is 'Team API 0.30.0 cece6cd739d071dd8d12cf2d1c47a6177e79c2c314601f7ce7afc051283b711c';
comment on function member_keeps_an_active_admin is 'Team API 0.30.0 ec70aa932efa53561af7149386558a8c0cfd1c56b0c6c2faae52506339eaa4c7';
comment on function notify_readers is 'Team API 0.30.0 8b6502a97500402cb63c6c2afdeb446a1a46abcebf63dbdbb59173f08e5dde6c';
comment on function notify_workers is 'Team API 0.30.0 0e950b9c6654a59890d2657b23a719488640ba4e8dc42669b17ae6d5cd9bb9a7';
comment on function outgoing_ago is 'Team API 0.30.0 9b82708bd3e7f38b9f4b55c562642caf9a3ba89d92ae7b24357f2b2f20840704';
comment on function place_events is 'Team API 0.30.0 b0a0b1501c8610c418035efbc7c8aa661fa7d2e21311336dffb3cfe1eb91f1c8';
comment on function place_events_of_feeds is 'Team API 0.30.0 944bcfcb6ae69a339d6da2ae693c5c34ce137be4aa5867ddacb3071bccc4c50b';
comment on function raise_many_events is 'Team API 0.30.0 1204f969826d4261a0cc3d458f8536ccc58328f1d31b8c7945d963950e640bd6';
comment on function raise_one_event is 'Team API 0.30.0 5cf2e40aa5a0778071fb2b192c517a27828145a176ba0c307fe06d803ce371a5';
comment on function remove_attempts_of_deliveries is 'Team API 0.30.0 f0f695abda73d1359fe15e2e12919fd7c142075b526a053f015a137abb1dc27e';
comment on function remove_deliveries_of_endpoints is 'Team API 0.30.0 63d1b640bcdccc5cc23099f4ad6a29453afb3d5a32a8de17fdba0ea890277e06';
comment on function replayed_by_family is 'Team API 0.30.0 f5afaab348a4aff6216d52239847fb1782627abe418c7bbb641077ee23c0f416';
comment on function sandboxes_of is 'Team API 0.30.0 29df039a3a0b9f12e0462b7774c1ea9b8270cf267c97d121c0aa03b88be8e56a';
comment on function sandboxes_with_history_of is 'Team API 0.30.0 c57517081238b05591dbcb49ae6b1383bd3dea0d61c139cefcebe4890717e478';
comment on function team_has_a_mark is 'Team API 0.30.0 295d8fca66987a3b3a8664134e7a45a9198ecbaca3d5ae3bc73866ad661087f1';
comment on function tenant_leads_its_sandboxes is 'Team API 0.30.0 c03ef4bfa65f8414a735c299120a7889a53b221c0dd2b406adb0860fe6c48655';
comment on view request_log_line is 'Team API 0.30.0 f8c4dd182d9fbf2977ac1043016b6ccca60c15604a373581860713f457a34b34';
comment on view webhook_delivery_state is 'Team API 0.30.0 bf78d03d08b3f2040110d7f3f02e3a62c770dd77fb6a4c8490c5db0f7b796c60';
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
delete from shared_mark;
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ee36db08-ec10-49fe-a396-dee86477744f","checksum":"e1274a51a6b824254cdbc8f1e485d81f45095ba2fb0496b798c3928dbf6bcb7c","finished_at":"2026-11-30T10:25:29.780039+00:00","migration_name":"20261125000000_foundation","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"df6201c1-a256-4f8d-8bd9-efdfe286ee85","checksum":"9c2df71fb9130881f36b61dd986ad9faab442c8b1de633d26f8eccd7f8c772a9","finished_at":"2026-11-30T10:25:29.811331+00:00","migration_name":"20261201000000_people","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"9bde8af5-bd00-43b3-bd48-8d16ae7f218a","checksum":"9bad15ea891d6dca575a24ff22415e7ca970f23ae93cec6513de078a1e9d0b90","finished_at":"2026-11-30T10:25:29.818983+00:00","migration_name":"20261203000000_account_mails","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"e34b9c31-bf7d-46f8-aba8-ae527242bf3f","checksum":"63e1477f70108b22bc22aa03f5bb8df8db3733e3574290e9da36ec413c71d0e5","finished_at":"2026-11-30T10:25:29.828056+00:00","migration_name":"20261204000000_team_settings","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ca551bd5-e1a3-4a28-9b7a-99747fcc7c0f","checksum":"ec4c5af3e019fef910aed2428c6f32a92937c4df2a5eddb1ecc89927b6793d21","finished_at":"2026-11-30T10:25:29.835641+00:00","migration_name":"20261205000000_api_key_use","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"d5c7838f-f5df-40d1-bd6a-5ea70cbf5dad","checksum":"baee14c14bd76c3c13e17d661c346b094a35021eb683c93e3a5b7df14f91aa86","finished_at":"2026-11-30T10:25:29.840397+00:00","migration_name":"20261206000000_known_device_use","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"9986c745-669f-4c42-900e-4231cd0c625d","checksum":"bf4bab33460d6fd257fa3e14fe53518397bded8e40048d57967935351aa0c9e9","finished_at":"2026-11-30T10:25:29.84389+00:00","migration_name":"20261207000000_session_proof","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"14488094-16ec-4b89-b6e6-1221851286b4","checksum":"2b508cf5836b1529f1a7bb7d968cfc65d34612f01dd96a968940a6b8114c1f62","finished_at":"2026-11-30T10:25:29.847418+00:00","migration_name":"20261208000000_challenge_browser","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"47073a64-07a2-437c-b8ce-80fa15f9705f","checksum":"2027acd256367bc9df355e1c4bb6a905d88c185cf128aa106c19359da9413127","finished_at":"2026-11-30T10:25:29.865101+00:00","migration_name":"20261210000000_webhooks_in_the_app","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"8fa5fd4e-af45-4a69-a2e5-141c43bc2c56","checksum":"ec8c36eb970bf1c4d0386c63ba25d55969fa989f45cadc70640a778fa74dd6aa","finished_at":"2026-11-30T10:25:29.873938+00:00","migration_name":"20261211000000_intake","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"afeb3480-69ec-4060-a8e3-a42f94cf585a","checksum":"9d837464de01d076a9aa8861a07daf851ae0e225e8327a93bab9f1b09b3833a1","finished_at":"2026-11-30T10:25:29.894834+00:00","migration_name":"20261212000000_analytics_sums","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ccfe9eab-69c2-4e81-b0c2-f6a9ac2f205b","checksum":"f3800cebdd2992d0cc367ad5d691c22eee8bb46a26efcbfc9f7a655b03d7a9ba","finished_at":"2026-11-30T10:25:29.915313+00:00","migration_name":"20261213000000_logs","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"60a9a680-33cf-47a7-81bd-65f8232a598c","checksum":"b404bad462203450a57790a468592ed0d9a0b401b7cb4e3dc5eea797861a3974","finished_at":"2026-11-30T10:25:29.985026+00:00","migration_name":"20261214000000_catalog_and_cases","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"574516f0-d373-439b-99d1-be251c4c2f9a","checksum":"fa134b6e1c052dd1d1d878bb814cb25326da5bb58ad6805ddef8b0d8c839ec0d","finished_at":"2026-11-30T10:25:30.004729+00:00","migration_name":"20261215000000_erasure","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"91abfe4a-138e-4307-bff9-8f500164bcce","checksum":"b014c519f9e4a6201c440e805219fb223a14c36d4af69a185b21ca56285f36a6","finished_at":"2026-11-30T10:25:30.008579+00:00","migration_name":"20261216000000_former_names","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"fcd695e5-ca6e-414f-8236-a4f117ca9bca","checksum":"93ef0899c4c02d35cac8fe15b9b9e79b712cd423cd7e7459ae4d12b9adfe18a5","finished_at":"2026-11-30T10:25:30.012134+00:00","migration_name":"20261217000000_former_address","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"e03dba40-9e7c-4b36-b202-8b1aeef21117","checksum":"6c5345229ccb29628b19665fbb521bbdb09f6f4dab4dc6a901d5f7f3cd302f86","finished_at":"2026-11-30T10:25:30.014933+00:00","migration_name":"20261220000000_proven_origins","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"7ac145f5-465b-473a-93d7-5a295f014af1","checksum":"e95479bd06606eef1a8f88fdfeaa4102c2ec32a5cea37b4504c218a32b8b40be","finished_at":"2026-11-30T10:25:30.030141+00:00","migration_name":"20261221000000_member_names","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"1b70c67f-125b-4584-8cd1-4832da6341a3","checksum":"b6552939eaf86eeb300cb16dba818439b48ba82c5300fc7a9242796fd94dd41f","finished_at":"2026-11-30T10:25:30.032706+00:00","migration_name":"20261223000000_left_names","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"bd4e1ded-2e48-4c3e-a6a3-f65e3e2a09d1","checksum":"a9c45d954398bc7653ba59aff53ad8cf350f2e1eec1521ef8654eda779e1cf96","finished_at":"2026-11-30T10:25:30.084983+00:00","migration_name":"20261226000000_crm_connections","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"b9fb61bb-8172-4f02-b993-dc37896d1ee4","checksum":"3e923096b42a23d5f8991e2d0f098f43fb7adfc0c0386f3d31b182049fd75872","finished_at":"2026-11-30T10:25:30.094735+00:00","migration_name":"20261228000000_technical_contact","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"cec28cac-e27d-4f01-933a-ff923f61aea3","checksum":"2800379d3a53a77574321639a19b6112940494032be5563dfda35fc6bc871c80","finished_at":"2026-11-30T10:25:30.098168+00:00","migration_name":"20261229000000_event_request","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"b8f9c0e8-b46b-4632-9294-8c2f39231721","checksum":"c048cdfa238f52882df3622987b54c850e8ff66e71f448962132fdbf0991731a","finished_at":"2026-11-30T10:25:30.100358+00:00","migration_name":"20261230000000_unread_columns","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"48a2eba3-1606-4b9d-b5cb-c6f98a8b2d92","checksum":"aa09d8933fa246fd0757bee8c5d08011b930b3c8cf1a18d93b3d1b07cf78ffcb","finished_at":"2026-11-30T10:25:30.106576+00:00","migration_name":"20261231000000_sandbox","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ac983970-dce9-4956-b046-95f777d9bd60","checksum":"cfda3328dc76a98992060857607bc63b417055896d58aef77ce64c900d01d994","finished_at":"2026-11-30T10:25:30.112579+00:00","migration_name":"20261231000001_sandboxes_of_team","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"80a4359d-392a-40c9-9549-742a2616368c","checksum":"92ffa1d66a3e06f3b096df7d154bbfd8453dcd04e9c89a9574ac78e513a629ee","finished_at":"2026-11-30T10:25:30.118899+00:00","migration_name":"20261231000002_sandbox_checked","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"8ac32248-2ab5-4a69-b317-f65774330d68","checksum":"a088c963e87f3ced6fa6b6811f42d5f7369eb6621f80c0e7522f88009719c59f","finished_at":"2026-11-30T10:25:30.122754+00:00","migration_name":"20261231000003_sandbox_of_checked","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"b1cc55de-e868-4517-9377-53b6a6019983","checksum":"792a8c3ca7200b1d88ad93fae541ebc79af6b65c50536189516eb1b93217b101","finished_at":"2026-11-30T10:25:30.180416+00:00","migration_name":"20270101000000_command_line","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"4492419f-d533-4b05-8e4f-8ba395855817","checksum":"098061e5c0671cfc13f69d8454c2c5331c3eeba727635b156aed46a2a193722c","finished_at":"2026-11-30T10:25:30.196908+00:00","migration_name":"20270102000000_listeners","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"5505ded8-c2fe-410e-8861-8ba27ae10721","checksum":"b8d51c81951b9592ff7ea372ed9b0adc17bbed041ba1aa640062b2cce82b5e9b","finished_at":"2026-11-30T10:25:30.202085+00:00","migration_name":"20270104000000_people_of_sandboxes","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"726af55a-429d-4497-aab3-962a45095a07","checksum":"b592c9ce42ca8b97677e15b2bf1ca95854d102adc81bc42aa9bf42aad5cf69c1","finished_at":"2026-11-30T10:25:30.20335+00:00","migration_name":"20270104000001_sandbox_state_checked","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"06c95287-6650-4b29-b111-e548698c69f6","checksum":"5c9ce8dc415d219fd65eb4da6bae1e88daeb0803ac683ef2a1fdb1bbce3b8b15","finished_at":"2026-11-30T10:25:30.213323+00:00","migration_name":"20270201000000_team_marks","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"397f499f-118c-4c69-a87e-1f6f428f8e82","checksum":"92515860edf7d770236d6041320563d56318a97db2b6f88480541cda2659e8d6","finished_at":"2026-11-30T10:25:30.218612+00:00","migration_name":"20270202000000_what_0_8_0_used","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"2c5a33c7-ad66-4f3b-91e1-63fcad732a6a","checksum":"815ab9fa20d3090a348e83a8f5abcd822887d73db0283f7c29655480c88284a4","finished_at":"2026-11-30T10:25:30.221227+00:00","migration_name":"20270203000000_sharding","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"4bde6c8d-ca05-4b4c-abc0-d5fe8e415ffb","checksum":"8562a10a71514b591c53563dd9d1b24432487a152cbcee3f905ea1610c4fdcc7","finished_at":"2026-11-30T10:25:30.223626+00:00","migration_name":"20270204000000_delivery_statistics","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"aa9f9ac4-5f1c-4b32-95e6-da3974cc37a1","checksum":"db5afc7ed9fe6fbf698f908e5af3f500c47867c86bd421019c8a530bba88b5c0","finished_at":"2026-11-30T10:25:30.22678+00:00","migration_name":"20270205101000_crm_read_to","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"5d600cd4-a909-4d78-8261-9f4072d85694","checksum":"7080daf9ba1a06b8c03d2f746a69aa5495395374ef2fc04f6e75a6f6fb842100","finished_at":"2026-11-30T10:25:30.227657+00:00","migration_name":"20270205104000_mail_claims","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"74d94acf-1e58-409b-a647-a9cd8f62acef","checksum":"22efce5f100cdb21adea6170fdc3f1970f502c1b39427b14270bea868f625e72","finished_at":"2026-11-30T10:25:30.235416+00:00","migration_name":"20270205104100_origin_attempts","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"636f630a-cdc7-452d-8d08-9ec039e70b07","checksum":"e81f9568618f4f6a39fb12135c5e0e0f49074a3c581c504146dc2788f001e071","finished_at":"2026-11-30T10:25:30.236366+00:00","migration_name":"20270205105000_password_at_change","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"0a566cc1-5802-472a-bacd-ca85ca8eb773","checksum":"43c77039b8f3b7f0755e1d6e01bfa86c2be8e8bbc3db2c4c4a53df7cdd2aa45e","finished_at":"2026-11-30T10:25:30.252391+00:00","migration_name":"20270205201000_crm_fields","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"d96e40fd-8ab6-40ad-a47f-49bdeb81c57c","checksum":"162b356de5ce48776cbaf00ac6c746ad84f1bf13851b609fba3a8f613e6bbf43","finished_at":"2026-11-30T10:25:30.257402+00:00","migration_name":"20270205202000_crm_long_notes","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"1cc24483-2008-489b-bd8f-d0c3cf8f46e0","checksum":"08f9e3c9eea477cba254e6a822ac9656efe3b1379c0bd836257cf27a00b145b1","finished_at":"2026-11-30T10:25:30.260102+00:00","migration_name":"20270206201000_outgoing_pauses","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"a0de4556-eb5d-4a0b-935c-1d13e7d50a0e","checksum":"1688f8e76718e4aeb55f25fd852a27a4d556e8180bcee73a637958c6fa5baf92","finished_at":"2026-11-30T10:25:30.268672+00:00","migration_name":"20270206201100_operator_entries","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ae27af2b-7083-4c05-ad48-9648e31742a0","checksum":"40c4be48e949bfa10d4a55b4ece68e287c338ea3885c4bc56dde288ba5c168c5","finished_at":"2026-11-30T10:25:30.270039+00:00","migration_name":"20270206201200_operator_in_audit_log","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"8cfbed72-ca85-40f2-bcf9-9fca07292ea9","checksum":"fd3a5eabb7eb05c8ad35d825d7de76ba0992b0aeb8f338f8e1bf012a2b1fe6d0","finished_at":"2026-11-30T10:25:30.271561+00:00","migration_name":"20270206201300_operator_in_audit_log_checked","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"22aff493-b15b-4f1c-92ee-a584f171b63f","checksum":"42c9b6a9c944803371f5ad3c42f40f082604740abacc2f4e2ec7ec2a68c35504","finished_at":"2026-11-30T10:25:30.276569+00:00","migration_name":"20270206202000_processes","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"7c438db8-27b9-450e-af01-1332497f9ce1","checksum":"ce0d8fdd6ea0ad543ff9ef6b518c920fe0c5392d5a8bf94f37537cc07a6d1738","finished_at":"2026-11-30T10:25:30.288734+00:00","migration_name":"20270207100000_event_feed","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"2e276aa0-3a97-4ad6-8bd5-857174e7230f","checksum":"f9a2e3a9c859f26febc09a767a2d40db29c7757b6978b67b4b09458a303bfece","finished_at":"2026-11-30T10:25:30.289957+00:00","migration_name":"20270207300000_erasure_ends","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"1ef6c331-4e87-4071-ada2-57d4529b6e18","checksum":"7f554efe5f8a64c10b6bb79e78fc86be18fbff2e277bd2b6097a7876ecc8e705","finished_at":"2026-11-30T10:25:30.292729+00:00","migration_name":"20270208100000_replay","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"25ab5f17-9fc7-4284-a28a-c10e4f19865f","checksum":"2c0bb7dfabff1fc2e71382d6a4ddb0df397f4088f811b52ba122d19fd251c277","finished_at":"2026-11-30T10:25:30.299786+00:00","migration_name":"20270208200000_feed_readers","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"df546669-afba-4d4f-bf7e-c65b43ba2bf3","checksum":"eb457e15657c6393a34eed812d8857ab662fdb2d49d9cb36c77caaa532e59eb9","finished_at":"2026-11-30T10:25:30.301167+00:00","migration_name":"20270208201000_erasures_in_feeds","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"986b225d-ee17-44eb-8b11-e6630a916378","checksum":"3ab04ee521a57275a3d27c9147ff2412d47196588a6183041ea7008ede518df0","finished_at":"2026-11-30T10:25:30.306308+00:00","migration_name":"20270209100000_saved_views","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"ac8b902f-817f-4672-964f-6438f4f4fc50","checksum":"b0123c32c0bbc8ea85465a39704479144701c546687cdd48343e76630c13e120","finished_at":"2026-11-30T10:25:30.309979+00:00","migration_name":"20270210100000_assignments_by_due","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into _prisma_migrations select * from json_populate_record(null::_prisma_migrations, '{"id":"b0873bd8-50d4-4a65-8a5e-0475bd3e0c7a","checksum":"3b646aa696195d4a08f224dd33a7496e934797eb55d7f5800196cfab502176bc","finished_at":"2026-11-30T10:25:30.316107+00:00","migration_name":"20270211000000_fewer_checks_at_each_write","logs":null,"rolled_back_at":null,"started_at":"2026-11-30T10:25:29.587564+00:00","applied_steps_count":1}');
insert into api_key select * from json_populate_record(null::api_key, E'{"id":"key_01m7py4sm0kgrst9mqn54gyaqd","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","lineage_id":"lin_01m7py4sm0ehb5xgpg9q5zz9jj","prefix":"LBgRVLFzkG","hash":"\\\\x98672391859262e86837aebb9c074e77613bf4a23b0c282bb7403ac6143e74db","name":"Key under test","scopes":["users:read","users:write","trainings:read","evaluations:read","assignments:read","assignments:write","cases:read","cases:write","catalog:read","analytics:read","events:read","webhooks:manage"],"ip_ranges":[],"created_by":"mem_01m7py4sm023b4tnrq5g1re07g","created_at":"2026-11-18T09:00:00+00:00","expires_at":null,"rotated_at":null,"revoked_at":null}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"asg_01m7py4sm0e559x03hq8wd357p","member_id":"mem_01m7py4sm0c59pr8ggvy7k283x","status":"open","title":"A task","situation_id":"cat_01m7py4sm0t7hpvwn3dtapdtez","personality_id":"cat_01m7py4sm0j3y81vcwc3qhkyy8","industry_id":"cat_01m7py4sm0axw6389pm7fahw1f","note":null,"due_date":null,"focus_dimension":null,"completed_training_id":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"asg_01m7py4sm0bmwvg4ndxv5ev7f8","member_id":"mem_01m7py4sm023b4tnrq5g1re07g","status":"open","title":"A task","situation_id":null,"personality_id":null,"industry_id":null,"note":null,"due_date":null,"focus_dimension":null,"completed_training_id":"trn_01m7py4sm01y8txpcmmzrxsrnm","created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into assignment select * from json_populate_record(null::assignment, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"asg_01m7py4sm0srmkcnsr81kf8rg7","member_id":"mem_01m7py4sm023b4tnrq5g1re07g","status":"open","title":"A task","situation_id":null,"personality_id":null,"industry_id":null,"note":null,"due_date":null,"focus_dimension":null,"completed_training_id":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm000z4m5rskxy8fvjs","actor_kind":"system","actor_id":"system","action":"team.created","target_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","changes":{"plan": "team", "seats": 100, "rate_limit_per_min": 1000000},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm000drv2hqj02zwrxf","actor_kind":"system","actor_id":"system","action":"api_key.created","target_id":"key_01m7py4sm0kgrst9mqn54gyaqd","changes":{"name": "Key under test", "scopes": ["users:read", "users:write", "trainings:read", "evaluations:read", "assignments:read", "assignments:write", "cases:read", "cases:write", "catalog:read", "analytics:read", "events:read", "webhooks:manage"], "ip_ranges": [], "created_by": "mem_01m7py4sm023b4tnrq5g1re07g", "expires_at": null},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm00043ab8s6a7w8y7a","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0wbf8qpvjm6tevgb5","changes":{"role": "admin", "grants": ["schnittstellen"]},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm000rqa4tpeet79hkg","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0c59pr8ggvy7k283x","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm000ypr5va659rtj34","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm0yph39b5jj9s7y8w2","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into audit_entry select * from json_populate_record(null::audit_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"aud_01m7py4sm000ez2dpp53r6n4h9","actor_kind":"system","actor_id":"system","action":"member.added","target_id":"mem_01m7py4sm00h2fy2v39yfykgj5","changes":{"role": "member", "grants": []},"request_id":null,"created_at":"2026-11-18T09:00:00+00:00","ip":null,"before":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"sit_test","dimension":"situation","names":{"de": "sit_test (de)", "en": "sit_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"per_test","dimension":"personality","names":{"de": "per_test (de)", "en": "per_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"ind_test","dimension":"industry","names":{"de": "ind_test (de)", "en": "ind_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"rol_test","dimension":"role","names":{"de": "rol_test (de)", "en": "rol_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into catalog_entry select * from json_populate_record(null::catalog_entry, '{"id":"met_test","dimension":"methodology","names":{"de": "met_test (de)", "en": "met_test (en)"},"icon":null,"sort_key":0,"archived_at":null}');
insert into crm_connection select * from json_populate_record(null::crm_connection, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"con_01m7py4sm03y5qkj6bzmf7ax7j","provider":"hubspot","account_id":"con_01m7py4sm0ef4vhzece1p2x2mp","name":"Sales","state":"active","account":{"name": "Example", "currency": "EUR", "time_zone": "Europe/Berlin", "daily_quota": 250000},"settings":{},"every_minutes":15,"daily_budget":null,"access_kind":"token","credentials":null,"credentials_hint":"7f3a","credentials_at":"2026-11-18T09:00:00+00:00","created_at":"2026-11-18T09:00:00+00:00","next_sync_at":"2026-11-18T09:15:00+00:00","next_cause":"first","read_again":false,"deletion_confirmed":null,"leased_at":null,"lease_no":0,"broken_off":0,"waits_until":null,"failures":0,"failing_since":null,"failed_for":null,"told_at":null,"synced_at":"2026-11-18T09:00:00+00:00","full_at":null,"requests_day":null,"requests":0,"quota_left":null,"read_to":null}');
insert into crm_deal select * from json_populate_record(null::crm_deal, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"deal_01m7py4sm0g19b7c8ac0cmcat6","connection_id":"con_01m7py4sm03y5qkj6bzmf7ax7j","external_id":"deal_01m7py4sm0048mshb2g2t7havs","outcome":"open","title":null,"amount":null,"currency":null,"close_date":null,"probability":null,"pipeline_id":null,"stage_id":null,"industry_id":"cat_01m7py4sm0axw6389pm7fahw1f","lost_reason":null,"owner_user_id":"usr_01m7py4sm04s9vmsyqmy2r03sg","last_activity_at":null,"synced_at":null,"created_at":"2026-11-18T09:00:00+00:00","owner_id":null,"industry_value":null,"changed_at":null,"pass":0}');
insert into crm_objection select * from json_populate_record(null::crm_objection, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"obj_01m7py4sm02vhw9skjvpnyshmr","deal_id":"deal_01m7py4sm0g19b7c8ac0cmcat6","category":"price","text":"Too expensive","lang":"en","created_at":"2026-11-18T09:00:00+00:00","connection_id":null,"source":null,"source_id":null,"pass":0}');
insert into crm_sync_run select * from json_populate_record(null::crm_sync_run, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"run_01m7py4sm0s338tbg9z8s781kq","connection_id":"con_01m7py4sm03y5qkj6bzmf7ax7j","cause":"schedule","is_full":false,"status":"ok","started_at":"2026-11-18T09:00:00+00:00","worked_ms":0,"finished_at":"2026-11-18T09:00:00+00:00","stream":"deals","pages":0,"requests":0,"records":0,"inserted":0,"updated":0,"removed":0,"objections":0,"set_aside":0,"set_aside_records":[],"expected":null,"failed_for":null,"failure":null,"gone_ids":[]}');
insert into evaluation select * from json_populate_record(null::evaluation, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","training_id":"trn_01m7py4sm0k94hz301qsv8dgkd","closing":50,"conversation_control":60,"needs_analysis":70,"objection_handling":80,"value_argument":90,"total":70,"spread":14.1,"tips":[{"issue": "i", "impact": "high", "moment": "m", "rewrite": "r", "principle": "p"}],"goal":"partial","methodology_id":null,"strongest":null,"biggest_lever":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into evaluation select * from json_populate_record(null::evaluation, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","training_id":"trn_01m7py4sm0zk7fkvenp4z2prmm","closing":50,"conversation_control":60,"needs_analysis":70,"objection_handling":80,"value_argument":90,"total":70,"spread":14.1,"tips":[{"issue": "i", "impact": "high", "moment": "m", "rewrite": "r", "principle": "p"}],"goal":"partial","methodology_id":null,"strongest":null,"biggest_lever":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into event_feed select * from json_populate_record(null::event_feed, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","keeps":true,"opens_at":null,"opened_at":null,"last_position":0,"reached_at":"1970-01-01T00:00:00+00:00","floor":0,"floor_at":"1970-01-01T00:00:00+00:00"}');
insert into kept_event select * from json_populate_record(null::kept_event, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","event_id":"evt_01m7py4sm001m018kmd5r4grew","type":"member.joined","seq":1,"created_at":"2026-11-18T09:00:00+00:00","feed_position":null,"reached_at":null}');
insert into kept_event select * from json_populate_record(null::kept_event, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","event_id":"evt_01m7py4sm001867m16h9pj4280","type":"member.joined","seq":2,"created_at":"2026-11-18T09:00:00+00:00","feed_position":null,"reached_at":null}');
insert into kept_event select * from json_populate_record(null::kept_event, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","event_id":"evt_01m7py4sm001btej23x3wtsz2r","type":"member.joined","seq":3,"created_at":"2026-11-18T09:00:00+00:00","feed_position":null,"reached_at":null}');
insert into kept_event select * from json_populate_record(null::kept_event, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","event_id":"evt_01m7py4sm00167ykctw75htp6d","type":"member.joined","seq":4,"created_at":"2026-11-18T09:00:00+00:00","feed_position":null,"reached_at":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm023b4tnrq5g1re07g","user_id":"usr_01m7py4sm04s9vmsyqmy2r03sg","email":"owner-13986-1@example.com","role":"owner","status":"active","lang":"de","rights":["schnittstellen"],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm0wbf8qpvjm6tevgb5","user_id":"usr_01m7py4sm0pnzx41sqha66p8wr","email":"admin-13986-2@example.com","role":"admin","status":"active","lang":"de","rights":["schnittstellen"],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm0c59pr8ggvy7k283x","user_id":"usr_01m7py4sm0e6k3qj45pes67gbz","email":"member-13986-3@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm0s7rvj6q9j0gke95f","user_id":null,"email":"mem_01m7py4sm0ejkf34vgp2x6takc@example.com","role":"member","status":"invited","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":null,"removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm0dq4matyz3hk25vpy","user_id":null,"email":"mem_01m7py4sm0kqn891ahexh2z2kc@example.com","role":"member","status":"removed","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":null,"removed_at":"2026-11-18T09:00:00+00:00","invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm0yph39b5jj9s7y8w2","user_id":"usr_01m7py4sm0062jp4p4khz4scbm","email":"member-13986-4@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into member select * from json_populate_record(null::member, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"mem_01m7py4sm00h2fy2v39yfykgj5","user_id":"usr_01m7py4sm0kxpnc5ptbj58ykyd","email":"member-13986-5@example.com","role":"member","status":"active","lang":"de","rights":[],"created_through":"app","created_at":"2026-11-18T09:00:00+00:00","joined_at":"2026-11-18T09:00:00+00:00","removed_at":null,"invited_at":null,"former_name":null,"former_addresses":[],"sandbox_name":null}');
insert into oldest_beside select * from json_populate_record(null::oldest_beside, '{"is_only":true,"release":"0.13.0"}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm04s9vmsyqmy2r03sg","email":"owner-13986-1@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null,"former_email":null,"former_email_until":null,"former_password_hash":null,"password_hash_at_change":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0pnzx41sqha66p8wr","email":"admin-13986-2@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null,"former_email":null,"former_email_until":null,"former_password_hash":null,"password_hash_at_change":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0e6k3qj45pes67gbz","email":"member-13986-3@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null,"former_email":null,"former_email_until":null,"former_password_hash":null,"password_hash_at_change":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0062jp4p4khz4scbm","email":"member-13986-4@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null,"former_email":null,"former_email_until":null,"former_password_hash":null,"password_hash_at_change":null}');
insert into person select * from json_populate_record(null::person, '{"id":"usr_01m7py4sm0kxpnc5ptbj58ykyd","email":"member-13986-5@example.com","lang":"de","created_at":"2026-11-18T09:00:00+00:00","name":null,"password_hash":null,"password_changed_at":null,"former_email":null,"former_email_until":null,"former_password_hash":null,"password_hash_at_change":null}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm04s9vmsyqmy2r03sg","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0pnzx41sqha66p8wr","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0e6k3qj45pes67gbz","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0062jp4p4khz4scbm","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw"}');
insert into person_team select * from json_populate_record(null::person_team, '{"person_id":"usr_01m7py4sm0kxpnc5ptbj58ykyd","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw"}');
insert into policy select * from json_populate_record(null::policy, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"pol_01m7py4sm0n8dhsndvjqmmdgcd","member_id":null,"dimension":"role","mode":"block","entry_ids":["rol_blocked"],"created_at":"2026-11-18T09:00:00+00:00"}');
insert into shared_mark select * from json_populate_record(null::shared_mark, '{"is_only":true,"mark":"d8347e06-2341-4bcb-a131-932865febb20","timeline":0}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cas_01m7py4sm0xvpygs7jk1t633g0","member_id":"mem_01m7py4sm0c59pr8ggvy7k283x","visibility":"team","title":"A case","persona_id":null,"fields":{"a":1},"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cas_01m7py4sm02fj9w7jf2mgsrmt6","member_id":"mem_01m7py4sm0c59pr8ggvy7k283x","visibility":"private","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cas_01m7py4sm0q17yrv19cxv0swrb","member_id":"mem_01m7py4sm023b4tnrq5g1re07g","visibility":"team","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_case select * from json_populate_record(null::team_case, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cas_01m7py4sm036ch4fqwk4pcadnk","member_id":"mem_01m7py4sm023b4tnrq5g1re07g","visibility":"team","title":"A case","persona_id":null,"fields":null,"external_ref":null,"created_at":"2026-11-18T09:00:00+00:00","updated_at":"2026-11-18T09:00:00+00:00"}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cat_01m7py4sm0t7hpvwn3dtapdtez","dimension":"situation","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cat_01m7py4sm0j3y81vcwc3qhkyy8","dimension":"personality","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into team_catalog_entry select * from json_populate_record(null::team_catalog_entry, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"cat_01m7py4sm0axw6389pm7fahw1f","dimension":"industry","names":{"de": "Eigenes"},"icon":null,"sort_key":0,"archived_at":null}');
insert into team_mark select * from json_populate_record(null::team_mark, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","slot":0,"n":0}');
insert into team_mark select * from json_populate_record(null::team_mark, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","slot":1,"n":0}');
insert into team_mark select * from json_populate_record(null::team_mark, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","slot":2,"n":0}');
insert into team_mark select * from json_populate_record(null::team_mark, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","slot":3,"n":0}');
insert into tenant select * from json_populate_record(null::tenant, '{"id":"ten_01m7py4sm0kqbcjxjbr62n3axw","name":"Team under test","plan":"team","status":"active","seats":100,"rate_limit_per_min":1000000,"member_detail_enabled":true,"leaderboard_enabled":true,"created_at":"2026-11-18T09:00:00+00:00","languages":["de","en"],"time_zone":"Europe/Berlin","imprint_url":null,"privacy_url":null,"sandbox_of":null,"sandbox_used_at":null,"sandbox_warned_at":null,"sandbox_state":null}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"trn_01m7py4sm01y8txpcmmzrxsrnm","member_id":"mem_01m7py4sm0c59pr8ggvy7k283x","status":"completed","source":"app","assignment_id":"asg_01m7py4sm0e559x03hq8wd357p","situation_id":"cat_01m7py4sm0t7hpvwn3dtapdtez","personality_id":"cat_01m7py4sm0j3y81vcwc3qhkyy8","industry_id":"cat_01m7py4sm0axw6389pm7fahw1f","role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"trn_01m7py4sm0k94hz301qsv8dgkd","member_id":"mem_01m7py4sm0c59pr8ggvy7k283x","status":"scored","source":"app","assignment_id":null,"situation_id":"cat_01m7py4sm0t7hpvwn3dtapdtez","personality_id":"cat_01m7py4sm0j3y81vcwc3qhkyy8","industry_id":"cat_01m7py4sm0axw6389pm7fahw1f","role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into training select * from json_populate_record(null::training, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"trn_01m7py4sm0zk7fkvenp4z2prmm","member_id":"mem_01m7py4sm023b4tnrq5g1re07g","status":"scored","source":"app","assignment_id":null,"situation_id":null,"personality_id":null,"industry_id":null,"role_id":null,"external_ref":null,"duration_s":null,"created_at":"2026-11-18T09:00:00+00:00","finished_at":null}');
insert into webhook_attempt select * from json_populate_record(null::webhook_attempt, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm07hhbmnswz9xrtemq","n":1,"started_at":"2026-11-18T09:00:00+00:00","response_code":500,"response_ms":null,"response_excerpt":null,"error":"http_status","lease_no":1,"signed_at":null,"is_reduced":false}');
insert into webhook_attempt select * from json_populate_record(null::webhook_attempt, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm0946entcz6y3qv7vh","n":1,"started_at":"2026-11-18T09:00:00+00:00","response_code":500,"response_ms":null,"response_excerpt":null,"error":"http_status","lease_no":1,"signed_at":null,"is_reduced":false}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm07hhbmnswz9xrtemq","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm0e2wqb9j2zpak13ay","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00","is_replayed":false}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm088bb47616cf0dc6b","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm001btej23x3wtsz2r","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00","is_replayed":false}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm0a80794b6271535f2","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm00167ykctw75htp6d","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00","is_replayed":false}');
insert into webhook_delivery select * from json_populate_record(null::webhook_delivery, '{"id":"whd_01m7py4sm0946entcz6y3qv7vh","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm062a9fss2xp0nm7qd","event_type":"member.joined","given_up_for":null,"given_up_at":null,"lease_no":0,"created_at":"2026-11-18T09:00:00+00:00","is_replayed":false}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm06846tgkzfaj4v96g","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm04bj1cwqq1v10mjfm","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm0h9m40tsztzq8vhtx","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm04bcwad8cx89rgdpy","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm0w3r6k8jh3xg487kr","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_endpoint select * from json_populate_record(null::webhook_endpoint, E'{"id":"whe_01m7py4sm08e73byz5x9v4cj5d","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","url":"https://hooks.example.com/team-api","events":["member.joined"],"description":null,"status":"active","secret":"\\\\x7365616c6564","api_version":"2026-11","created_at":"2026-11-18T09:00:00+00:00","last_success_at":null,"failing_since":null,"paused_at":null,"deleted_at":null,"replaces":null,"warned_since":null,"proven_origin":"https://hooks.example.com"}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm001m018kmd5r4grew","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm001m018kmd5r4grew\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_01m7py4sm0wbf8qpvjm6tevgb5\\",\\"user_id\\":\\"usr_01m7py4sm0pnzx41sqha66p8wr\\",\\"role\\":\\"admin\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm001867m16h9pj4280","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm001867m16h9pj4280\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_01m7py4sm0c59pr8ggvy7k283x\\",\\"user_id\\":\\"usr_01m7py4sm0e6k3qj45pes67gbz\\",\\"role\\":\\"member\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm0e2wqb9j2zpak13ay","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm0e2wqb9j2zpak13ay\\",\\"type\\":\\"member.joined\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_1\\",\\"user_id\\":\\"usr_1\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm001btej23x3wtsz2r","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm001btej23x3wtsz2r\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_01m7py4sm0yph39b5jj9s7y8w2\\",\\"user_id\\":\\"usr_01m7py4sm0062jp4p4khz4scbm\\",\\"role\\":\\"member\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm00167ykctw75htp6d","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm00167ykctw75htp6d\\",\\"type\\":\\"member.joined\\",\\"created_at\\":\\"2026-11-18T09:00:00.000Z\\",\\"api_version\\":\\"2026-11\\",\\"tenant_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_01m7py4sm00h2fy2v39yfykgj5\\",\\"user_id\\":\\"usr_01m7py4sm0kxpnc5ptbj58ykyd\\",\\"role\\":\\"member\\",\\"status\\":\\"active\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_event select * from json_populate_record(null::webhook_event, E'{"id":"evt_01m7py4sm062a9fss2xp0nm7qd","tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","type":"member.joined","body":"{\\"id\\":\\"evt_01m7py4sm062a9fss2xp0nm7qd\\",\\"type\\":\\"member.joined\\",\\"data\\":{\\"team_id\\":\\"ten_01m7py4sm0kqbcjxjbr62n3axw\\",\\"member_id\\":\\"mem_1\\",\\"user_id\\":\\"usr_1\\"}}","created_at":"2026-11-18T09:00:00+00:00","request_id":null}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm07hhbmnswz9xrtemq","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm0e2wqb9j2zpak13ay","is_ping":false,"attempt":1,"retries":1,"next_try_at":"2100-01-01T00:00:00+00:00","urgent_at":null,"lease_no":1,"leased_at":null,"lost_leases":0,"is_replayed":false}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm088bb47616cf0dc6b","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm001btej23x3wtsz2r","is_ping":false,"attempt":0,"retries":0,"next_try_at":"2026-11-30T10:25:39.218+00:00","urgent_at":null,"lease_no":0,"leased_at":null,"lost_leases":0,"is_replayed":false}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm0a80794b6271535f2","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm00167ykctw75htp6d","is_ping":false,"attempt":0,"retries":0,"next_try_at":"2026-11-30T10:25:39.275+00:00","urgent_at":null,"lease_no":0,"leased_at":null,"lost_leases":0,"is_replayed":false}');
insert into webhook_pending select * from json_populate_record(null::webhook_pending, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","delivery_id":"whd_01m7py4sm0946entcz6y3qv7vh","endpoint_id":"whe_01m7py4sm06846tgkzfaj4v96g","event_id":"evt_01m7py4sm062a9fss2xp0nm7qd","is_ping":false,"attempt":1,"retries":1,"next_try_at":"2100-01-01T00:00:00+00:00","urgent_at":null,"lease_no":1,"leased_at":null,"lost_leases":0,"is_replayed":false}');
insert into webhook_retry_run select * from json_populate_record(null::webhook_retry_run, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"whr_01m7py4sm08kgmwn1pqvr80hce","endpoint_id":"whe_01m7py4sm0w3r6k8jh3xg487kr","filter":"all","from_at":null,"to_at":"2026-11-18T09:00:00+00:00","actor_kind":"user","actor_id":"mem_01m7py4sm023b4tnrq5g1re07g","created_at":"2026-11-18T09:00:00+00:00","expected":null,"at_time":null,"at_id":null,"looked_at":0,"retried":0,"finished_at":null,"stopped":false,"makes_new":true,"types":[]}');
insert into webhook_retry_run select * from json_populate_record(null::webhook_retry_run, '{"tenant_id":"ten_01m7py4sm0kqbcjxjbr62n3axw","id":"whr_01m7py4sm0zmd7n337130dh9gw","endpoint_id":"whe_01m7py4sm08e73byz5x9v4cj5d","filter":"all","from_at":null,"to_at":"2026-11-18T09:00:00+00:00","actor_kind":"user","actor_id":"mem_01m7py4sm023b4tnrq5g1re07g","created_at":"2026-11-18T09:00:00+00:00","expected":null,"at_time":null,"at_id":null,"looked_at":0,"retried":0,"finished_at":null,"stopped":false,"makes_new":true,"types":[]}');
