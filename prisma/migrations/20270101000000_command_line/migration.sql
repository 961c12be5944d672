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
