-- The tables of release 0.30.0. A database of that release is taken over as it is (src/db/migrations/takeover.ts).
--
-- The three families of tables: *control* (plain tables), the *global catalog*, and *team data* (tenant_id first in
-- every key and foreign key). No foreign key crosses from one family to another, so that team data can be spread over
-- many servers by tenant_id while control stays where it is. Within team data foreign keys make no circle and set
-- nothing to null, which spread tables do not have.
--
-- Functions with their triggers, and views, are in prisma/functions and prisma/views.

---------------------------------------------------------------------------- control: teams and keys

create table tenant (
  id text collate "C" primary key,
  name text not null,
  plan text not null check (plan in ('team', 'enterprise', 'free')),
  status text not null default 'active' check (status in ('active', 'suspended', 'ended')),
  seats integer not null check (seats >= 1),
  rate_limit_per_min integer not null default 600 check (rate_limit_per_min >= 1),
  member_detail_enabled boolean not null default true,
  leaderboard_enabled boolean not null default true,
  created_at timestamptz(3) not null,
  -- The languages in which the team works. The first is that of an invitation that names none.
  languages text[] not null default '{de,en}'
    check (cardinality(languages) between 1 and 2 and languages <@ '{de,en}'),
  -- An IANA name.
  time_zone text not null default 'Europe/Berlin' check (char_length(time_zone) between 1 and 64),
  imprint_url text check (char_length(imprint_url) <= 2048),
  privacy_url text check (char_length(privacy_url) <= 2048),
  -- A sandbox is a team in which customers try things. It belongs to another team, whose members enter it.
  sandbox_of text collate "C",
  -- When somebody last used the sandbox, and when the owner of its team was told that it will be deleted.
  sandbox_used_at timestamptz(3),
  sandbox_warned_at timestamptz(3),
  -- What a worker is doing with the sandbox. Null if it is ready.
  sandbox_state text,
  constraint tenant_sandbox check
    (sandbox_of <> id and (sandbox_of is null) = (sandbox_used_at is null)),
  constraint tenant_sandbox_of_fkey foreign key (sandbox_of) references tenant (id) on delete cascade,
  constraint tenant_sandbox_state check
    (sandbox_state is null
      or (sandbox_state in ('filling', 'resetting', 'removing') and sandbox_of is not null))
);
create index tenant_sandbox_of on tenant (sandbox_of) where sandbox_of is not null;

-- How many changes each team has made, for releases up to 0.29.
create table team_mark (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  slot smallint not null check (slot between 0 and 3),
  n bigint not null,
  primary key (tenant_id, slot)
) with (fillfactor = 50);

-- The last change of what all teams share, for releases up to 0.29.
create table shared_mark (
  is_only boolean primary key default true check (is_only),
  mark uuid not null,
  timeline integer not null
) with (fillfactor = 50);

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

-- When each API key was last used. A process notes it in memory and writes it once a minute, into a table of its own,
-- so that a rotation or revocation does not wait for it.
create table api_key_use (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  key_id text collate "C" not null,
  used_at timestamptz(3) not null,
  used_ip inet,
  primary key (tenant_id, key_id)
) with (fillfactor = 70);

-- Counters of the last minute: worth nothing after a crash, hence not logged.
create unlogged table rate_window (
  subject text collate "C" primary key,
  started_at timestamptz(3) not null,
  used integer not null
) with (fillfactor = 50);

-- What admission of earlier releases gathered of one group of requests.
create type admission_group as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
);

-- What admit_calls() gathers of one group of requests.
create type admission_of_call as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer,
  sandbox_of text
);

-- A foreign key would lock the row of the team at each call. The removal of a team deletes its records by itself.
create table idempotency_record (
  tenant_id text collate "C" not null,
  lineage_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  -- AES-256-GCM: a stored response may hold personal data or a secret (D95).
  body bytea not null,
  location text,
  -- Of a problem: a replay says it in a header (D94). Null where there is no text.
  language text,
  created_at timestamptz(3) not null,
  primary key (tenant_id, lineage_id, key)
);
create index idempotency_record_age on idempotency_record (created_at);

-- To whom a team wants to be told of its interfaces, beside its admins. The row stays when the contact is gone: without
-- an address nobody is told, and the count of mails goes on.
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

-------------------------------------------------------------- control: people and how they sign in

-- A person who has no password signs in with a passkey or by a one-time link, or has not come yet.
create table person (
  id text collate "C" primary key,
  email text not null,
  lang text not null default 'de' check (lang in ('de', 'en')),
  created_at timestamptz(3) not null,
  name text check (char_length(name) between 1 and 200),
  -- PHC string of argon2id, with its parameters and its salt.
  password_hash text,
  password_changed_at timestamptz(3),
  -- The address that the account had before it was changed. Until then nobody else can take it, and its link undoes the
  -- change for whoever shows the password or a passkey of that time.
  former_email text collate "C",
  former_email_until timestamptz(3),
  -- PHC string of argon2id: the password as it was at the change, null if there was none.
  former_password_hash text,
  -- The password that was valid when the address changed, if `former_password_hash` is the one before it (P487).
  password_hash_at_change text
);
create unique index person_email on person (email);
create index person_former_email on person (former_email) where former_email is not null;

-- In which teams a person has been a member: where to look. Whether and as what the person is one now
-- stands in `member`, which is team data and is asked team by team.
create table person_team (
  person_id text collate "C" not null references person (id) on delete cascade,
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  primary key (person_id, tenant_id)
);

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
  -- What the person was in the team when it was proved: team, role and rights. The proof counts no more
  -- when this has changed.
  proved_as text,
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
  expires_at timestamptz(3) not null,
  -- SHA-256 of the cookie of the browser that was given the challenge. Only this browser may answer it.
  browser_hash bytea not null check (length(browser_hash) = 32)
);
create index sign_in_challenge_end on sign_in_challenge (expires_at);

-- A link that a person is sent: it works once, and until it expires. Its token is in the link alone.
create table one_time_link (
  id text collate "C" primary key,
  -- Null where the link is about an account and no team.
  tenant_id text collate "C" references tenant (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  purpose text not null,
  -- Null until the invited person has an account.
  person_id text collate "C" references person (id) on delete cascade,
  -- A member id; no foreign key, since members are team data.
  member_id text collate "C",
  email text not null check (email = lower(btrim(email))),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
-- Not valid, as in the databases that are taken over: all their rows have kept a check that allowed less.
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('first_sign_in', 'invitation', 'password_reset', 'email_change', 'email_undo',
    'ownership', 'contact_confirm', 'contact_stop')) not valid;
create unique index one_time_link_token on one_time_link (token_hash);
create index one_time_link_person on one_time_link (person_id) where used_at is null;
create index one_time_link_member on one_time_link (tenant_id, member_id) where used_at is null;
create index one_time_link_end on one_time_link (expires_at);
-- Of these links a person has at most one that is not used, so that a new one replaces the former.
create unique index one_time_link_of_person on one_time_link (person_id, purpose)
  where used_at is null and purpose in ('password_reset', 'email_change');
create unique index one_time_link_of_member on one_time_link (tenant_id, member_id, purpose)
  where used_at is null and purpose = 'invitation';

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
-- For housekeeping, which removes devices a year after their last use.
create index known_device_use on known_device (last_used_at);

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

-- A login of the command line that waits for a person, who types its code into the app. Once a
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

-- A command line that works for a person in a team.
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

-- A view that a person has saved in a team: a page of the app with its filters.
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
  -- Since when the person had the names that the owner has chosen to leave in texts. It holds no name, so that
  -- it may stay on the list of erasures, and works on a restored backup too.
  left_since timestamptz(3)[] not null default '{}',
  check (tenant_id is not null or (member_id is null and person_id is not null))
);
create unique index erasure_member on erasure (tenant_id, member_id) where member_id is not null;
create unique index erasure_team on erasure (tenant_id)
  where tenant_id is not null and member_id is null;
create unique index erasure_account on erasure (person_id) where tenant_id is null;
create index erasure_ended on erasure (tenant_id, finished_at, id) where finished_at is not null;

-- Every mail is written here in the transaction of its cause, and sent from here. Without SMTP_URL
-- it stays: the outbox.
create table mail (
  id text collate "C" primary key,
  -- Null if the mail is about a person and no team.
  tenant_id text collate "C" references tenant (id) on delete cascade,
  -- What the mail is about, for whom: the same is said once.
  cause text not null,
  recipient text not null,
  lang text not null check (lang in ('de', 'en')),
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text,
  person_id text collate "C" references person (id) on delete cascade,
  -- No foreign key: the link is removed before its mail.
  link_id text collate "C",
  -- The token of the link, AES-256-GCM. It is erased when the mail is sent and when the link ends.
  sealed_link bytea,
  -- Since when a worker has been sending the mail. Other workers leave the mail to it.
  claimed_at timestamptz(3),
  check (tenant_id is not null or person_id is not null),
  check (sealed_link is null or link_id is not null)
);
create unique index mail_cause on mail (tenant_id, cause, recipient);
create index mail_age on mail (created_at);
create unique index mail_person_cause on mail (person_id, cause, recipient)
  where person_id is not null;
create index mail_link on mail (link_id) where sealed_link is not null;

------------------------------------------------------------------ control: webhooks and event feeds

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
  deleted_at timestamptz(3),
  -- The endpoint whose secret this one replaces. It has no foreign key: either may be deleted first.
  replaces text collate "C",
  -- The failing_since about which a mail was sent before the pause.
  warned_since timestamptz(3),
  -- Scheme, host and port that have answered 2xx to this endpoint. While the URL has another one, its attempts
  -- tell no more of the host than that nothing arrived.
  proven_origin text collate "C"
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
  created_at timestamptz(3) not null,
  -- The request that raised the event. Null for an event without one.
  request_id uuid
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
  -- True from the first replay of the delivery on: each further request leaves out what the privacy switch hides then.
  is_replayed boolean not null default false
);
create index webhook_delivery_page on webhook_delivery (endpoint_id, created_at desc, id desc);
-- An endpoint belongs to one team. PostgreSQL takes both columns for independent conditions, and expects one
-- delivery where an endpoint has thousands: it then reads all of them and sorts, to find the latest five.
-- These statistics tell it what depends on what. They cost an insert nothing (P788).
create statistics webhook_delivery_of_team (dependencies) on tenant_id, endpoint_id from webhook_delivery;

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
  is_replayed boolean not null default false
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
  -- The time in the signature. Null if nothing was signed.
  signed_at timestamptz(3),
  -- True if the request of the attempt left out what the privacy switch hides.
  is_reduced boolean not null default false,
  primary key (delivery_id, n)
);

-- An attempt that was claimed for a scheme, host and port that has not answered 2xx to the team. The
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
  -- A replay makes a new delivery of each kept event of `types`; `filter` is then 'all'.
  makes_new boolean not null default false,
  types text[] not null default '{}',
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

-- A command line that takes the events of a team. It lives for five minutes after it was last seen.
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

-- An event for one listener. The number gives the order. `sent_no` is the number of the connection
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

-- The feed of a team that keeps its events. `keeps` is true while the team has a key with `events:read` or an
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

-- An event in the feed of its team. `seq` is drawn when the event is raised. The position is given after the
-- commit (place_events). `reached_at` is the latest `created_at` up to this position, so that both grow together.
create table kept_event (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  type text not null,
  seq bigint not null,
  created_at timestamptz(3) not null,
  feed_position bigint,
  reached_at timestamptz(3),
  primary key (tenant_id, event_id)
);
create index kept_event_page on kept_event (tenant_id, reached_at, feed_position) where feed_position is not null;
create index kept_event_unplaced on kept_event (tenant_id, seq) where feed_position is null;
create index kept_event_erased on kept_event (tenant_id, feed_position) where type = 'member.erased';

-- One row: the history of all positions, and the database that wrote it. After a restore or a failover the database
-- may lack what readers have seen, so it begins another history.
create table event_history (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  origin text collate "C" not null
);

-- A reader of a feed: the keys of a lineage, with the types that they ask for, sorted and with commas; empty
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

-- An event `member.erased` that a reader has taken.
create table erasure_reader (
  tenant_id text collate "C" not null references tenant on delete cascade,
  event_id text collate "C" not null,
  lineage_id text collate "C" not null,
  types text collate "C" not null,
  taken_at timestamptz(3) not null,
  primary key (tenant_id, event_id, lineage_id, types)
);
create index erasure_reader_taken on erasure_reader (taken_at);

------------------------------------------------------------------- control: connections to CRMs

-- Which CRM a team has connected, its sealed credentials, and when its next synchronization is due.
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
  -- A run that goes on with the window of an earlier one reads only up to the time at which that window was
  -- opened. Without this time nobody could tell that changes wait (P805).
  read_to timestamptz(3),
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

-- The fields of a CRM with their choices, which may be many. In the row of the connection, every list of deals would
-- read them (P830).
create table crm_fields (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  fields jsonb not null,
  left_out jsonb,
  read_at timestamptz(3),
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references crm_connection (tenant_id, id) on delete cascade
);

-- A consent that a person has begun at a provider. One use, ten minutes.
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

---------------------------------------------------------------------- control: the service itself

-- The processes of the service that run. Each renews its row.
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

-- When the service was told to send nothing (OUTGOING=off). One pause at most is open.
create table outgoing_pause (
  started_at timestamptz(3) primary key,
  ended_at timestamptz(3) check (ended_at >= started_at)
);
create unique index outgoing_pause_open on outgoing_pause (ended_at) nulls not distinct;

-- The commands that operators have run. `ids` has the ids among the arguments, never an address or a name.
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

-------------------------------------------------------------------------------- team data: members

-- PostgreSQL reads the text of each check again at each insert. So columns that only our own code fills, from values
-- that Zod has checked, have none in tables to which each request writes. The bounds of what a person writes stay.

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
  -- When the member was last sent an invitation: it is valid from then on, and counts in the limit of an
  -- hour. Null for a member who was added without one.
  invited_at timestamptz(3),
  -- What release 0.4.0 has kept of a former member whose account is gone. A team erases its texts by it.
  former_name text collate "C",
  former_addresses text[] collate "C" not null default '{}',
  -- The name of a member of a sandbox, who is no person: elsewhere the name is in the account.
  sandbox_name text,
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
create index member_invited on member (tenant_id, invited_at) where invited_at is not null;
-- The list of former members, newest first.
create index member_removed on member (tenant_id, removed_at desc, id desc) where status = 'removed';

-- By which names and addresses a team has known a member until when. The present ones stand with the
-- account and the member; nothing is added for a former member but the name of the day of the removal.
create table member_name (
  tenant_id text collate "C" not null,
  member_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('name', 'email')),
  value text collate "C" not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (tenant_id, member_id, kind, until, value),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);

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

-------------------------------------------------------------------------------- team data: training

create table assignment (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  status text not null default 'open',
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
-- The app lists open assignments by their due dates, before all others.
create index assignment_due on assignment (tenant_id, (case when status = 'open' then coalesce(due_date::timestamp at time zone 'UTC', '9999-12-30Z'::timestamptz) else '9999-12-31Z'::timestamptz end), id);

create table training (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C" not null,
  status text not null,
  source text not null default 'app',
  assignment_id text collate "C",
  situation_id text collate "C",
  personality_id text collate "C",
  industry_id text collate "C",
  role_id text collate "C",
  external_ref json,
  duration_s integer,
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

create table evaluation (
  tenant_id text collate "C" not null,
  training_id text collate "C" not null,
  closing smallint not null,
  conversation_control smallint not null,
  needs_analysis smallint not null,
  objection_handling smallint not null,
  value_argument smallint not null,
  total smallint,
  spread double precision,
  tips jsonb not null default '[]',
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
create index team_case_private on team_case (tenant_id, member_id, created_at desc, id desc)
  where visibility = 'private';

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

------------------------------------------------------------------------------------ team data: CRM

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
  owner_id text,
  industry_value text,
  changed_at timestamptz(3),
  pass integer not null default 0,
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
  connection_id text collate "C",
  source text,
  source_id text,
  pass integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references crm_deal (tenant_id, id) on delete cascade
);
create index crm_objection_page on crm_objection (tenant_id, created_at desc, id desc);
create index crm_objection_deal on crm_objection (tenant_id, deal_id);
create index crm_objection_source on crm_objection (tenant_id, connection_id, source, source_id);

-- How far a stream has been read.
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
  -- When the window was opened (`read_to` of the connection).
  opened_at timestamptz(3),
  primary key (tenant_id, connection_id, stream),
  constraint crm_cursor_stream check (stream in ('deals', 'notes'))
);

-- The notes of which a page of the CRM has only the beginning. Each text is read once for each version of
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

-- The history of synchronizations.
create table crm_sync_run (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  cause text not null,
  is_full boolean not null,
  status text not null,
  started_at timestamptz(3) not null,
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

-- Who is in charge of deals in the CRM, and which member that is.
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

-- The id of a deal that is gone. If the deal comes back, it has the same id. The title is kept for as
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

------------------------------------------------------------------------- team data: analytics, logs

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

create table audit_entry (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  target_id text not null,
  changes jsonb,
  request_id uuid,
  created_at timestamptz(3) not null,
  ip inet,
  -- What the changed fields were before.
  before jsonb,
  primary key (tenant_id, id)
);
create index audit_entry_page on audit_entry (tenant_id, created_at desc, id desc);

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
