-- Control: a view that a person has saved in a team: a page of the app with its filters.
create table saved_view (
  tenant_id text collate "C" not null references tenant on delete cascade,
  id text collate "C" not null,
  person_id text collate "C" not null references person on delete cascade,
  name text not null,
  path text collate "C" not null,
  filters jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint saved_view_name check (char_length(name) between 1 and 60),
  constraint saved_view_path check (char_length(path) between 1 and 100)
);
create index saved_view_person on saved_view (person_id, tenant_id);
