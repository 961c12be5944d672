-- Gives places to the committed changes of a team, as place_events does to events: the row of the feed stays locked
-- until the commit, so places become visible in their order. An object has one place, its latest. `reads`: a key asks,
-- and not the worker. Its first call begins the feed, in three steps that are committed one by one: from the first on,
-- transactions see the feed (teams_with_change_readers). The second notes which transactions may not have seen it, and
-- the third waits until they have ended. Returns whether there is more to do at once.
create or replace function place_changes(of_tenant text, at timestamptz, reads boolean) returns boolean
language plpgsql as $$
declare
  feed change_feed;
  -- Citus takes no function in a statement that writes.
  present_origin constant text := database_origin();
  new_id constant uuid := gen_random_uuid();
  next_xid xid8;
  is_over boolean;
  placed integer;
  most constant integer := 2000;
begin
  -- Mostly there is nothing to do, and nobody waits for the lock.
  perform from change_feed f
  where f.tenant_id = of_tenant and f.keeps and f.opened_at is not null and f.origin = present_origin
    and (not reads or f.read_at > at - interval '1 day')
    and not exists (select from change_note n where n.tenant_id = of_tenant);
  if found then return false; end if;

  select f.* into feed from change_feed f where f.tenant_id = of_tenant for no key update;
  if not found then
    if reads then
      insert into change_feed (tenant_id, id, keeps, origin, last_position, floor, read_at)
      values (of_tenant, new_id, false, present_origin, 0, 0, at) on conflict do nothing;
      return true;
    end if;
  end if;
  -- Nobody needs what was noted without a reader.
  if not reads and not coalesce(feed.keeps, false) then
    delete from change_note n
    where n.tenant_id = of_tenant and not exists (select from change_feed f where f.tenant_id = of_tenant and f.keeps)
      and n.seq = any (array(select t.seq from change_note t where t.tenant_id = of_tenant order by t.seq limit most));
    return found;
  end if;
  -- A restored database may lack what readers have seen.
  if not feed.keeps or feed.origin <> present_origin then
    if reads then
      update change_feed f set id = new_id, keeps = true, origin = present_origin, opens_after = null,
        opened_at = null, read_at = at
      where f.tenant_id = of_tenant;
    end if;
    return reads;
  end if;
  if feed.opened_at is null then
    -- A node of Citus has transactions of its own, so it is asked with the row.
    if feed.opens_after is null then
      select pg_snapshot_xmax(pg_current_snapshot()) into next_xid from change_feed f where f.tenant_id = of_tenant;
      update change_feed f set opens_after = next_xid where f.tenant_id = of_tenant;
      return true;
    end if;
    select pg_snapshot_xmin(pg_current_snapshot()) >= f.opens_after into is_over
    from change_feed f where f.tenant_id = of_tenant;
    if is_over then
      update change_feed f set opened_at = at, last_position = f.last_position + 1 where f.tenant_id = of_tenant;
    end if;
    return is_over;
  end if;
  if reads and feed.read_at <= at - interval '1 day' then
    update change_feed f set read_at = at where f.tenant_id = of_tenant;
  end if;

  -- This statement sees what was committed before the lock was taken. It finds what shows a changed member: a trigger
  -- would not see what others have written meanwhile. They note that themselves, and are told later.
  with taken as materialized (
    delete from change_note n
    where n.tenant_id = of_tenant and n.seq = any (array(
      select t.seq from (
        -- A member stands for all that it has.
        select c.seq, coalesce(sum(cardinality(c.ids) * case when c.type like '%\_of' then 100 else 1 end)
          over (order by c.seq rows between unbounded preceding and 1 preceding), 0) as before
        from change_note c where c.tenant_id = of_tenant order by c.seq limit most) t
      where t.before < most))
    returning n.seq, n.type, n.ids, n.members, n.are_gone
  ), noted as (
    select t.seq, t.type, i.id, i.member_id, t.are_gone as is_gone
    from taken t cross join unnest(t.ids, t.members) i (id, member_id)
  ), told as (
    select t.* from noted t where t.type not like '%\_of'
    union all
    select t.seq, 'assignment', a.id, t.member_id, false
    from noted t join assignment a on a.tenant_id = of_tenant and a.member_id = t.member_id
    where t.type = 'assignments_of'
    union all
    select t.seq, 'case', c.id, t.member_id, false
    from noted t join team_case c on c.tenant_id = of_tenant and c.member_id = t.member_id and c.visibility = 'team'
    where t.type = 'cases_of'
    union all
    select t.seq, k.type, r.id, t.member_id, false
    from noted t join training r on r.tenant_id = of_tenant and r.member_id = t.member_id
    cross join (values ('training'), ('evaluation')) k (type)
    where t.type = 'trainings_of'
  ), latest as materialized (
    select distinct on (t.type, t.id) t.* from told t order by t.type, t.id, t.seq desc
  ), given as (
    insert into changed_object as c (tenant_id, type, id, member_id, is_gone, position, placed_at)
    select of_tenant, l.type, l.id, l.member_id, l.is_gone, feed.last_position + row_number() over (order by l.seq), at
    from latest l
    on conflict (tenant_id, type, id) do update set position = excluded.position, placed_at = excluded.placed_at,
      is_gone = excluded.is_gone, member_id = coalesce(excluded.member_id, c.member_id)
  )
  select count(*) into placed from latest;
  if placed > 0 then
    update change_feed f set last_position = feed.last_position + placed where f.tenant_id = of_tenant;
  end if;
  return exists (select from change_note n where n.tenant_id = of_tenant);
end $$;
