-- The number of the last change of each team. Every transaction that changes what the queries of a
-- team read adds one, so a replica with this number has replayed that transaction. A column of `tenant`
-- would be locked by everything that names the team.
create table team_mark (
  tenant_id text collate "C" primary key references tenant (id) on delete cascade,
  n bigint not null
) with (fillfactor = 50);
insert into team_mark (tenant_id, n) select t.id, 0 from tenant t;

-- The last change of what all teams share, and the timeline of the primary that made it. A replica
-- that has this row follows the same primary.
create table shared_mark (
  is_only boolean primary key default true check (is_only),
  mark uuid not null,
  timeline integer not null
) with (fillfactor = 50);
insert into shared_mark (mark, timeline) values (gen_random_uuid(), 0);
