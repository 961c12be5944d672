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
