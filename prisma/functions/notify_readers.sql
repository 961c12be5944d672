-- Tells processes of new events, for the calls that wait for some. A crash may lose this, because they also look by
-- themselves. It is called after the commit, because all commits with a notification wait for each other.
create or replace function notify_readers(of_tenants text[]) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('event_feed', t) from unnest(of_tenants) t;
$$;
