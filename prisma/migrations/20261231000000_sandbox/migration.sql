-- A sandbox is a team in which customers try things. It belongs to another team, whose members enter it.
alter table tenant add column sandbox_of text collate "C";
-- When somebody last used the sandbox, and when the owner of its team was told that it will be deleted.
alter table tenant add column sandbox_used_at timestamptz(3);
alter table tenant add column sandbox_warned_at timestamptz(3);
alter table tenant add constraint tenant_sandbox check
  (sandbox_of <> id and (sandbox_of is null) = (sandbox_used_at is null)) not valid;
alter table tenant add constraint tenant_sandbox_of_fkey foreign key (sandbox_of) references tenant (id)
  on delete cascade not valid;
