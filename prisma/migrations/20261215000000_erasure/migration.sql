-- Who was erased: ids alone. The list outlives members, accounts and teams, because it is applied again
-- to a database that was restored from a backup.
create table erasure (
  id text collate "C" primary key,
  -- Null: an account that its person has removed.
  tenant_id text collate "C",
  -- A member of the team. Null: the whole team, or an account.
  member_id text collate "C",
  -- The account that was removed, alone or with its last membership.
  person_id text collate "C",
  created_at timestamptz(3) not null,
  -- Null until all of it is done.
  finished_at timestamptz(3),
  check (tenant_id is not null or (member_id is null and person_id is not null))
);
create unique index erasure_member on erasure (tenant_id, member_id) where member_id is not null;
create unique index erasure_team on erasure (tenant_id)
  where tenant_id is not null and member_id is null;
create unique index erasure_account on erasure (person_id) where tenant_id is null;

-- The list of former members, newest first.
create index member_removed on member (tenant_id, removed_at desc, id desc) where status = 'removed';
