-- What GET /changes reads.
create table change_feed (
  tenant_id text collate "C" primary key,
  id uuid not null,
  keeps boolean not null,
  origin text not null,
  opens_after xid8,
  opened_at timestamptz(3),
  last_position bigint not null,
  floor bigint not null,
  read_at timestamptz(3) not null
);
create index change_feed_unopened on change_feed (tenant_id) where opened_at is null;

create table change_note (
  tenant_id text collate "C" not null,
  seq bigserial,
  type text collate "C" not null,
  ids text[] collate "C" not null,
  members text[] collate "C" not null,
  are_gone boolean not null,
  primary key (tenant_id, seq)
);

create table changed_object (
  tenant_id text collate "C" not null,
  type text collate "C" not null,
  id text collate "C" not null,
  member_id text collate "C",
  is_gone boolean not null,
  position bigint not null,
  placed_at timestamptz(3) not null,
  primary key (tenant_id, type, id)
);
create index changed_object_page on changed_object (tenant_id, type, position);
create index changed_object_gone on changed_object (tenant_id, placed_at) where is_gone;

create table change_reader (
  tenant_id text collate "C" not null references tenant (id) on delete cascade,
  lineage_id text collate "C" not null,
  types text not null,
  feed_id uuid not null,
  begin_position bigint not null,
  position bigint not null,
  remaining bigint,
  began_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  primary key (tenant_id, lineage_id, types)
);
create index change_reader_asked on change_reader (asked_at);
