-- Tells workers of new jobs. A crash may lose this, because workers also look by themselves.
create or replace function notify_workers(jobs integer) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', jobs)::text);
$$;
