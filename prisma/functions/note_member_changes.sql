-- Notes changes of members, and of what shows them (D188): for that, a note says whose objects have changed, and
-- place_changes finds them after the commit, with those that others have written meanwhile. `removal` is for readers of a
-- member's trainings, evaluations, assignments and cases who do not read members: one entry stands for all that goes with
-- the member (D187). The address says that the data of a removed member are erased
-- (src/features/erasure/replace-names.ts).
create or replace function note_member_changes() returns trigger language plpgsql as $$
declare
  read text[];
  gone boolean;
begin
  if tg_op = 'DELETE' then
    read := teams_with_change_readers(array(select distinct o.tenant_id from olds o));
  else
    read := teams_with_change_readers(array(select distinct n.tenant_id from news n));
  end if;
  if read = '{}' then return null; end if;

  if tg_op = 'INSERT' then
    perform note_changes('member', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
    from news n where n.tenant_id = any (read) and n.status <> 'removed';
    return null;
  elsif tg_op = 'DELETE' then
    perform note_changes('member', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.id))
    from olds o where o.tenant_id = any (read);
    perform note_changes('removal', true, array_agg(o.tenant_id), array_agg(o.id), array_agg(o.id))
    from olds o where o.tenant_id = any (read) and o.status = 'active';
    return null;
  end if;

  foreach gone in array array[false, true] loop
    perform note_changes('member', gone, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
    from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.tenant_id = any (read) and (n.status = 'removed') = gone
      and (n.user_id, n.email, n.role, n.status, n.joined_at)
        is distinct from (o.user_id, o.email, o.role, o.status, o.joined_at);
  end loop;
  perform note_changes('removal', true, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
  from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
  where n.tenant_id = any (read) and n.status = 'removed'
    and (o.status = 'active' or n.email = 'erased@erased.invalid' and (o.status, o.email) is distinct from (n.status, n.email));
  perform note_changes('assignments_of', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
  from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
  where n.tenant_id = any (read) and (n.user_id, n.email) is distinct from (o.user_id, o.email);
  perform note_changes('cases_of', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
  from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
  where n.tenant_id = any (read) and n.user_id is distinct from o.user_id;
  -- Mostly a member who has just accepted an invitation, and has trained nothing yet.
  perform note_changes('trainings_of', false, array_agg(n.tenant_id), array_agg(n.id), array_agg(n.id))
  from news n join olds o on o.tenant_id = n.tenant_id and o.id = n.id
  where n.tenant_id = any (read) and n.status <> 'removed'
    and (n.user_id, n.status = 'active') is distinct from (o.user_id, o.status = 'active');
  return null;
end $$;
create or replace trigger note_member_changes_of_insert after insert on member
  referencing new table as news for each statement execute function note_member_changes();
create or replace trigger note_member_changes_of_update after update on member
  referencing old table as olds new table as news for each statement execute function note_member_changes();
create or replace trigger note_member_changes_of_delete after delete on member
  referencing old table as olds for each statement execute function note_member_changes();
