-- The two families of tables: *control* (plain tables) and *team data* (tenant_id first in every
-- key and foreign key). No foreign key crosses from one family to the other, so that team data can
-- be spread over many servers by tenant_id while control stays where it is.

-- Timestamps on the wire: UTC with milliseconds (D27).
create function iso(at timestamptz) returns text language sql stable strict parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

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
  ip_ranges cidr[] not null default '{}' check (cardinality(ip_ranges) <= 50),
  -- A member id; no foreign key, since members are team data. The key survives its creator (D50).
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  rotated_at timestamptz(3),
  revoked_at timestamptz(3)
);
create unique index api_key_prefix on api_key (prefix);
create index api_key_tenant on api_key (tenant_id, created_at desc, id desc);

-- Counters of the last minute: worth nothing after a crash, hence not logged.
create unlogged table rate_window (
  subject text collate "C" primary key,
  started_at timestamptz(3) not null,
  used integer not null
) with (fillfactor = 50);

create table idempotency_record (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  lineage_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  -- AES-256-GCM: a stored response may hold personal data or a secret (D95).
  body bytea not null,
  location text,
  created_at timestamptz(3) not null,
  primary key (tenant_id, lineage_id, key)
);
create index idempotency_record_age on idempotency_record (created_at);

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

-- A team that has an active admin keeps one (spec, Members 4; D108). The lock makes two concurrent
-- demotions see each other; the owner does not count.
create function member_keeps_an_active_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('active_admin:' || old.tenant_id, 0));
  if not exists (select from member m
      where m.tenant_id = old.tenant_id and m.role = 'admin' and m.status = 'active'
        and m.id <> old.id) then
    raise exception 'the only active admin of team %', old.tenant_id
      using errcode = 'check_violation', constraint = 'member_keeps_an_active_admin';
  end if;
  return new;
end $$;
create trigger member_keeps_an_active_admin before update on member for each row
  when (old.role = 'admin' and old.status = 'active'
    and (new.role = 'member' or new.status <> 'active'))
  execute function member_keeps_an_active_admin();

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
  foreign key (tenant_id, assignment_id) references assignment (tenant_id, id)
    on delete set null (assignment_id)
);
create index training_page on training (tenant_id, created_at desc, id desc);
create index training_member on training (tenant_id, member_id, created_at desc, id desc);
create index training_assignment on training (tenant_id, assignment_id, created_at desc, id desc)
  where assignment_id is not null;

alter table assignment add foreign key (tenant_id, completed_training_id)
  references training (tenant_id, id) on delete set null (completed_training_id);
create index assignment_completed_training on assignment (tenant_id, completed_training_id)
  where completed_training_id is not null;

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

create function visible_catalog(tenant text)
  returns table (id text, dimension text, names jsonb, icon text, sort_key integer)
  language sql stable as $$
  select e.id, e.dimension, e.names, e.icon, e.sort_key from catalog_entry e
    where e.archived_at is null and not exists (
      select from catalog_hidden h where h.tenant_id = tenant and h.entry_id = e.id)
  union all
  select o.id, o.dimension, o.names, o.icon, o.sort_key from team_catalog_entry o
    where o.tenant_id = tenant and o.archived_at is null
$$;

-- A member's policy stands over the team's, dimension by dimension (D126).
create function effective_policy(tenant text, member text)
  returns table (dimension text, mode text, entry_ids text[])
  language sql stable as $$
  select distinct on (p.dimension) p.dimension, p.mode, p.entry_ids from policy p
    where p.tenant_id = tenant and (p.member_id is null or p.member_id = member)
    order by p.dimension, p.member_id nulls last
$$;

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
