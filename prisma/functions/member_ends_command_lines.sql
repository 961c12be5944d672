-- Ends the command lines of a member who may no longer use the interfaces of the team, in the team and in its
-- sandboxes. Each call checks the right too. But if the right is granted again within eight hours, a forgotten token
-- must not work again, nor that of a removed member who joins again, nor a confirmed code whose token nobody has
-- fetched. A node of Citus has members and no command lines: there the operations that take a right end them
-- (end-command-lines.ts).
create or replace function member_ends_command_lines() returns trigger language plpgsql as $$
begin
  if to_regclass('command_line_token') is not null then
    perform end_command_lines(old.tenant_id, old.user_id);
  end if;
  return null;
end $$;
create or replace trigger member_ends_command_lines after update of role, rights, status on member
  for each row when (old.user_id is not null and old.status = 'active'
    and (old.role = 'owner' or old.role = 'admin' and 'schnittstellen' = any (old.rights))
    and not (new.status = 'active'
      and (new.role = 'owner' or new.role = 'admin' and 'schnittstellen' = any (new.rights))))
  execute function member_ends_command_lines();
