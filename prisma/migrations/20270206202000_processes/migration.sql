-- Control: the processes of the service that run. Each renews its row.
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
