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
where c.tenant_id = d.tenant_id and c.id = d.connection_id and v.value = d.industry_id;

update crm_objection o set connection_id = n.connection_id, source = 'note', source_id = 'N-' || 1999 + n.place
from (
  select s.tenant_id, s.id, d.connection_id, row_number() over (
    partition by d.tenant_id, d.connection_id order by s.created_at, s.id) as place
  from crm_objection s join crm_deal d on d.tenant_id = s.tenant_id and d.id = s.deal_id
) n
where o.tenant_id = n.tenant_id and o.id = n.id;
