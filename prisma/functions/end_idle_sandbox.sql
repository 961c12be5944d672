-- Begins the removal of a sandbox. Returns false if somebody has used it since, or if a worker is at work on it.
create or replace function end_idle_sandbox(of_tenant text, sandbox text, unused_since timestamptz)
returns boolean language plpgsql as $$
begin
  update tenant t set sandbox_state = 'removing'
    where t.id = sandbox and t.sandbox_of = of_tenant and t.sandbox_state is null
      and t.sandbox_used_at = unused_since;
  return found;
end $$;
