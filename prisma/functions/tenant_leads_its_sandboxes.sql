-- Copies plan, status and rate limit of a team to its sandboxes, so that their readers need not look at the team. A
-- trigger also covers what an older release, an operator or a test writes.
create or replace function tenant_leads_its_sandboxes() returns trigger language plpgsql as $$
begin
  update tenant t set plan = new.plan, status = new.status, rate_limit_per_min = new.rate_limit_per_min
    where t.sandbox_of = new.id;
  return null;
end $$;
create or replace trigger tenant_leads_its_sandboxes after update of plan, status, rate_limit_per_min on tenant for each row
  when (new.sandbox_of is null and (old.plan, old.status, old.rate_limit_per_min)
    is distinct from (new.plan, new.status, new.rate_limit_per_min))
  execute function tenant_leads_its_sandboxes();
