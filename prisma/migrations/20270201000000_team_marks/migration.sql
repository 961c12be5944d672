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
