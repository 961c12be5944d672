-- Raises an event for a process of a release up to 0.12.0.
create or replace function raise_event_of_request(
  of_tenant text, event_id text, event_type text, full_body text, reduced_body text, at timestamptz,
  only_endpoint text, of_request uuid
) returns text language sql as $$
  select r.delivery_id
  from raise_one_event(of_tenant, event_id, event_type, full_body, reduced_body, at, only_endpoint, of_request) r;
$$;
