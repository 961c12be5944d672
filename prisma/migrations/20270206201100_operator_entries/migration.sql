-- Control: the commands that operators have run. `ids` has the ids among the arguments, never an address or a name.
create table operator_entry (
  id text collate "C" primary key,
  command text collate "C" not null,
  ids jsonb not null,
  account text not null,
  host text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('done', 'refused', 'unfinished', 'failed')),
  check ((outcome is null) = (ended_at is null))
);
create index operator_entry_age on operator_entry (started_at);
