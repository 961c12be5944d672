-- Raises many events for a process of a release up to 0.12.0.
create or replace function raise_many_of_request(
  of_tenant text, events json, at timestamptz, of_request uuid
) returns boolean language sql as $$
  select r.has_job from raise_many_events(of_tenant, events, at, of_request) r;
$$;
