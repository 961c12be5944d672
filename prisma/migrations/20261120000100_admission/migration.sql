-- Admission: one call decides many requests. A group is what requests of one moment share: the
-- same credential from the same address, or no valid credential from the same address.
--
-- A valid key is charged to its tenant's window and its own; anything else to the address's
-- (D52, D53). Both windows are checked, then both charged; what is refused charges neither (D55).
-- Windows are fixed, 60 s from the first request (D54); one that seems to begin in the future (the
-- clock was set back) is begun anew. Not within 30 s: of two calls the one with the earlier time may
-- come later, and must not forget what the other has charged. Digests are compared after salting
-- them, so that the time the comparison takes tells nothing about them (D38).
create type admission_group as (
  n integer, outer_subject text, key_subject text, outer_limit integer, wanted integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, status text,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
);

create function admission_groups(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, at timestamptz
) returns admission_group[] language sql stable as $$
  select array_agg((
    g.n, coalesce('tenant:' || t.id, 'ip:' || g.ip_subject), 'key:' || k.id,
    coalesce(t.rate_limit_per_min, 120), g.wanted,
    k.id, k.lineage_id, k.prefix, k.scopes, k.created_by,
    t.id, t.plan, t.status, t.member_detail_enabled, t.leaderboard_enabled, t.rate_limit_per_min
  )::admission_group order by g.n)
  from unnest(prefixes, hashes, ips, ip_subjects, wanted)
    with ordinality as g (prefix, hash, ip, ip_subject, wanted, n)
  left join api_key k on k.prefix = g.prefix
    and sha256(k.hash || salt) = sha256(g.hash || salt)
    and k.revoked_at is null
    and (k.expires_at is null or at < k.expires_at)
    and (k.ip_ranges = '{}' or g.ip::inet <<= any (k.ip_ranges::inet[]))
  left join tenant t on t.id = k.tenant_id
$$;

create function admit(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, at timestamptz
) returns table (
  n integer, granted integer,
  outer_limit integer, outer_used integer, outer_reset_ms integer,
  key_used integer, key_reset_ms integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, status text,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer
) language plpgsql as $$
declare
  groups admission_group[] := admission_groups(
    prefixes, hashes, ips, ip_subjects, wanted, salt, at);
  subjects text[] := array(
    select g.outer_subject from unnest(groups) g
    union select g.key_subject from unnest(groups) g where g.key_subject is not null order by 1);
  locked integer;
begin
  -- What is missing is made before anything is locked, and both in one order, so that two calls never
  -- wait for each other. A second round only when old windows were cleared away in between.
  loop
    if (select count(*) from rate_window w where w.subject = any (subjects)) < cardinality(subjects) then
      insert into rate_window (subject, started_at, used)
        select s, at, 0 from unnest(subjects) s order by 1 on conflict do nothing;
    end if;
    select count(*) into locked from (
      select from rate_window w where w.subject = any (subjects) order by w.subject for update) l;
    exit when locked = cardinality(subjects);
  end loop;

  return query
  with live as (
    select w.subject, x.fresh,
      case when x.fresh then at else w.started_at end as started_at,
      case when x.fresh then 0 else w.used end as used
    from rate_window w
    cross join lateral (
      select at < w.started_at - interval '30 s'
        or at >= w.started_at + interval '60 s' as fresh) x
    where w.subject = any (subjects)
  ), asked as (
    select g.*, o.used as o_used, o.started_at as o_started, k.used as k_used,
      k.started_at as k_started,
      greatest(0, case when k.subject is null then g.wanted
        else least(g.wanted, 120 - k.used) end) as within_key
    from unnest(groups) g
    join live o on o.subject = g.outer_subject
    left join live k on k.subject = g.key_subject
  ), queued as (
    select a.*, a.o_used + (sum(a.within_key) over w - a.within_key)::integer as o_before
    from asked a window w as (partition by a.outer_subject order by a.n)
  ), decided as (
    select q.*, least(greatest(q.outer_limit - q.o_before, 0), q.within_key) as granted
    from queued q
  ), charged as (
    update rate_window w set started_at = l.started_at, used = l.used + c.charge
    from live l join (
      select d.outer_subject as subject, sum(d.granted)::integer as charge
        from decided d group by 1
      union all
      select d.key_subject, d.granted from decided d where d.key_subject is not null
    ) c on c.subject = l.subject
    where w.subject = l.subject and c.charge > 0
  )
  select d.n, d.granted, d.outer_limit, least(d.o_before, d.outer_limit),
    least(60000, ceil(extract(epoch from d.o_started + interval '60 s' - at) * 1000))::integer,
    d.k_used,
    least(60000, ceil(extract(epoch from d.k_started + interval '60 s' - at) * 1000))::integer,
    d.key_id, d.lineage_id, d.prefix, d.scopes, d.created_by,
    d.tenant_id, d.plan, d.status,
    d.member_detail_enabled, d.leaderboard_enabled, d.rate_limit_per_min
  from decided d;
end $$;
