-- Plan and status of a team are those of its sandboxes too. So no reader has to know that a team is a sandbox.
create or replace function tenant_leads_its_sandboxes() returns trigger language plpgsql as $$
begin
  update tenant t set plan = new.plan, status = new.status where t.sandbox_of = new.id;
  return null;
end $$;
create or replace trigger tenant_leads_its_sandboxes after update of plan, status on tenant for each row
  when (new.sandbox_of is null and (old.plan, old.status) is distinct from (new.plan, new.status))
  execute function tenant_leads_its_sandboxes();
