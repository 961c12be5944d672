-- What named a former member whose account is gone. A team erases its texts by it.
alter table member
  add column former_name text collate "C",
  add column former_addresses text[] collate "C" not null default '{}';
