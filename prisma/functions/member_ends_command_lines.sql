-- Ends the command lines of a member who may not use the interfaces of the team any more, there and in the
-- team's sandboxes. Each call reads the right too, but a right that is given again within eight hours must not
-- bring back a token that was forgotten. Logins without a token go first: who takes one at this moment has
-- removed its row, and the second statement waits for that and sees the token.
create or replace function member_ends_command_lines() returns trigger language plpgsql as $$
begin
  delete from command_line_request r where r.person_id = old.user_id and r.tenant_id in (
    select t.id from tenant t where t.id = old.tenant_id or t.sandbox_of = old.tenant_id);
  delete from command_line_token c where c.person_id = old.user_id and c.tenant_id in (
    select t.id from tenant t where t.id = old.tenant_id or t.sandbox_of = old.tenant_id);
  return null;
end $$;
create or replace trigger member_ends_command_lines after update of role, rights, status on member
  for each row when (old.user_id is not null and old.status = 'active'
    and (old.role = 'owner' or old.role = 'admin' and 'schnittstellen' = any (old.rights))
    and not (new.status = 'active'
      and (new.role = 'owner' or new.role = 'admin' and 'schnittstellen' = any (new.rights))))
  execute function member_ends_command_lines();
