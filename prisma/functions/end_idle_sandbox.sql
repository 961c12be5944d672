-- Begins the removal of a sandbox that nobody has used since. False if somebody has, or a worker is at it.
create or replace function end_idle_sandbox(of_tenant text, sandbox text, unused_since timestamptz)
returns boolean language plpgsql as $$
begin
  update tenant t set sandbox_state = 'removing'
    where t.id = sandbox and t.sandbox_of = of_tenant and t.sandbox_state is null
      and t.sandbox_used_at = unused_since;
  return found;
end $$;
