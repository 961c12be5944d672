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
