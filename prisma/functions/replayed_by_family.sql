-- How many deliveries the replays of a team, its parent and its sandboxes have queued or will queue, of the replays whose
-- id is above `since_id`. Ids of replays sort by their time.
create or replace function replayed_by_family(team text, since_id text) returns bigint language sql stable as $$
  select coalesce(sum(case when r.finished_at is null then greatest(r.expected, r.retried) else r.retried end), 0)::bigint
  from tenant f
  join tenant t on t.id = coalesce(f.sandbox_of, f.id) or t.sandbox_of = coalesce(f.sandbox_of, f.id)
  cross join lateral (
    select w.expected, w.retried, w.finished_at from webhook_retry_run w where w.tenant_id = t.id and w.id > since_id
  ) r
  where f.id = team;
$$;
