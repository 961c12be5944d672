-- A team that has an active admin keeps one (spec, Members 4; D108). The lock makes two concurrent
-- demotions see each other; the owner does not count.
create or replace function member_keeps_an_active_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('active_admin:' || old.tenant_id, 0));
  if not exists (select from member m
      where m.tenant_id = old.tenant_id and m.role = 'admin' and m.status = 'active'
        and m.id <> old.id) then
    raise exception 'the only active admin of team %', old.tenant_id
      using errcode = 'TA001';
  end if;
  return new;
end $$;
create or replace trigger member_keeps_an_active_admin before update on member for each row
  when (old.role = 'admin' and old.status = 'active'
    and (new.role = 'member' or new.status <> 'active'))
  execute function member_keeps_an_active_admin();
