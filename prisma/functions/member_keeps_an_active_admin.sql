-- Refuses a change that would take the last active admin from a team (spec, Members 4; D108). The
-- lock lets two changes at once see each other.
-- src/features/members/rules/keep-an-active-admin.ts turns the code TA001 into `last_admin`.
-- It goes by the code, because an error of a trigger on another server keeps nothing else.
create or replace function member_keeps_an_active_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('active_admin:' || old.tenant_id, 0));
  if is_last_active_admin(old.tenant_id, old.id) then
    raise exception 'the only active admin of team %', old.tenant_id
      using errcode = 'TA001';
  end if;
  return new;
end $$;
create or replace trigger member_keeps_an_active_admin before update on member for each row
  when (old.role = 'admin' and old.status = 'active'
    and (new.role = 'member' or new.status <> 'active'))
  execute function member_keeps_an_active_admin();
