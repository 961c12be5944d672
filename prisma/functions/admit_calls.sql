-- Admission: one call decides many requests. A group is the requests of one moment with the same
-- credential and address, or without a valid credential from the same address.
--
-- A request with a valid key charges two windows: the key's, with the limit `per_subject`, and the
-- tenant's. Each other request charges the address's window (D52, D53). Both windows are checked, and
-- then both are charged. A refused request charges neither (D55). A window lasts 60 s from its first
-- request (D54). A window that begins more than 30 s in the future, because the clock was set back,
-- begins again. The 30 s are for two calls at once: the one with the earlier time may come second,
-- and must not reset what the other has charged. Digests are compared with a salt, so that the time
-- of the comparison reveals nothing (D38).
--
-- A call that charges nothing also writes nothing and locks nothing, so it works in a database that cannot be
-- written.
--
-- The time is the database's, which is the same for all processes, unless a test has stopped it. It
-- is returned, and the rest of the request uses it.
--
-- Each look-up must use its index: the plans are kept, and for arrays of unknown length the planner
-- would read whole tables.
create or replace function admit_calls(
  prefixes text[], hashes bytea[], ips text[], ip_subjects text[], wanted integer[],
  salt bytea, per_subject integer, stopped_at timestamptz
) returns table (
  at_ms bigint, n integer, granted integer,
  outer_limit integer, outer_used integer, outer_reset_ms integer,
  key_used integer, key_reset_ms integer,
  key_id text, lineage_id text, prefix text, scopes text[], created_by text,
  tenant_id text, plan text, api_enabled boolean,
  member_detail_enabled boolean, leaderboard_enabled boolean, rate_limit_per_min integer,
  sandbox_of text
) language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  at timestamptz := date_trunc('milliseconds', coalesce(stopped_at, now()));
  groups admission_of_call[];
  g admission_of_call;
  needed text[];
  -- Of each window: its subject, its start, what was charged before, and what this call asks and
  -- charges.
  subjects text[];
  begun timestamptz[];
  spent integer[];
  asked integer[];
  charged integer[];
  o integer;
  k integer;
  within_key integer;
begin
  select array_agg((
      c.n, coalesce('tenant:' || t.id, 'ip:' || c.ip_subject), 'key:' || a.id,
      coalesce(t.rate_limit_per_min, per_subject), c.wanted,
      a.id, a.lineage_id, a.prefix, a.scopes, a.created_by,
      t.id, t.plan, has_api(t.status, t.plan),
      t.member_detail_enabled, t.leaderboard_enabled, t.rate_limit_per_min, t.sandbox_of
    )::admission_of_call order by c.n),
    array_agg(distinct coalesce('tenant:' || t.id, 'ip:' || c.ip_subject))
      || coalesce(array_agg(distinct 'key:' || a.id) filter (where a.id is not null), '{}')
    into groups, needed
  from unnest(prefixes, hashes, ips, ip_subjects, wanted)
    with ordinality as c (prefix, hash, ip, ip_subject, wanted, n)
  left join api_key a on a.prefix = c.prefix
    and sha256(a.hash || salt) = sha256(c.hash || salt)
    and a.revoked_at is null
    and (a.expires_at is null or at < a.expires_at)
    and (a.ip_ranges = '{}' or c.ip::inet <<= any (a.ip_ranges))
  left join tenant t on t.id = a.tenant_id;

  if 0 = all (wanted) then
    select array_agg(s), array_agg(coalesce(w.started_at, at)), array_agg(coalesce(w.used, 0))
      into subjects, begun, spent
    from unnest(needed) s
    left join rate_window w on w.subject = s
      and at >= w.started_at - interval '30 s' and at < w.started_at + interval '60 s';
  end if;

  -- Locks all windows or none, and makes the missing ones first, both in one order, so that two calls
  -- cannot deadlock. Repeats if housekeeping has removed a window in between.
  while cardinality(subjects) is distinct from cardinality(needed) loop
    select array_agg(l.subject),
      array_agg(case when l.fresh then at else l.started_at end),
      array_agg(case when l.fresh then 0 else l.used end)
      into subjects, begun, spent
    from (
      select w.subject, w.started_at, w.used,
        at < w.started_at - interval '30 s' or at >= w.started_at + interval '60 s' as fresh
      from rate_window w
      where w.subject = any (needed) and cardinality(needed) =
        (select count(*) from rate_window e where e.subject = any (needed))
      order by w.subject for update) l;
    exit when cardinality(subjects) = cardinality(needed);
    insert into rate_window (subject, started_at, used)
      select s, at, 0 from unnest(needed) s order by 1 on conflict do nothing;
  end loop;

  asked := array_fill(0, array[cardinality(subjects)]);
  charged := asked;
  foreach g in array groups loop
    o := array_position(subjects, g.outer_subject);
    k := array_position(subjects, g.key_subject);
    within_key := case when k is null then g.wanted
      else greatest(0, least(g.wanted, per_subject - spent[k])) end;
    outer_used := least(spent[o] + asked[o], g.outer_limit);
    granted := least(g.outer_limit - outer_used, within_key);
    asked[o] := asked[o] + within_key;
    charged[o] := charged[o] + granted;
    if k is not null then charged[k] := granted; end if;

    at_ms := extract(epoch from at) * 1000;
    n := g.n;
    outer_limit := g.outer_limit;
    outer_reset_ms := least(60000, ceil(extract(epoch from begun[o] + interval '60 s' - at) * 1000));
    key_used := spent[k];
    key_reset_ms := least(60000, ceil(extract(epoch from begun[k] + interval '60 s' - at) * 1000));
    key_id := g.key_id;
    lineage_id := g.lineage_id;
    prefix := g.prefix;
    scopes := g.scopes;
    created_by := g.created_by;
    tenant_id := g.tenant_id;
    plan := g.plan;
    api_enabled := g.api_enabled;
    member_detail_enabled := g.member_detail_enabled;
    leaderboard_enabled := g.leaderboard_enabled;
    rate_limit_per_min := g.rate_limit_per_min;
    sandbox_of := g.sandbox_of;
    return next;
  end loop;

  if 0 = all (wanted) then return; end if;
  update rate_window w set started_at = x.started_at, used = x.used + x.charge
  from unnest(subjects, begun, spent, charged) as x (subject, started_at, used, charge)
  where w.subject = x.subject and x.charge > 0;
end $$;
