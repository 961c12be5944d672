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
