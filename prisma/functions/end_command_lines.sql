-- Ends the command lines of a person in a team and in the team's sandboxes. Logins without a token go first: a
-- command line that takes its token now has removed such a row, and the second statement then sees the token.
create or replace function end_command_lines(of_tenant text, of_person text) returns void
language plpgsql as $$
begin
  delete from command_line_request r where r.person_id = of_person and r.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant);
  delete from command_line_token c where c.person_id = of_person and c.tenant_id in (
    select t.id from tenant t where t.id = of_tenant or t.sandbox_of = of_tenant);
end $$;
