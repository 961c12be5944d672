-- Version 0.4.0 writes `former_name` when an account is removed, and empties it when a member is erased.
-- While its processes work beside this version, the table of names follows. The next release drops this
-- with the two columns.
create or replace function keep_former_name() returns trigger language plpgsql as $$
begin
  if new.former_name is null then
    delete from member_name n where n.tenant_id = new.tenant_id and n.member_id = new.id;
  else
    insert into member_name (tenant_id, member_id, kind, value, since, until)
    select new.tenant_id, new.id, 'name', new.former_name, coalesce(new.joined_at, new.created_at),
      new.removed_at
    where not exists (select from member_name n
      where n.tenant_id = new.tenant_id and n.member_id = new.id and n.kind = 'name'
        and n.until >= new.removed_at);
  end if;
  return null;
end $$;
create or replace trigger keep_former_name after update of former_name on member for each row
  when (new.removed_at is not null)
  execute function keep_former_name();
