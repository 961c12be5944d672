-- For processes of version 0.7.0: an event whose request is not noted.
create or replace function raise_event(
  of_tenant text, event_id text, event_type text, full_body text, reduced_body text, at timestamptz,
  only_endpoint text
) returns text language plpgsql as $$
begin
  return raise_event_of_request(
    of_tenant, event_id, event_type, full_body, reduced_body, at, only_endpoint, null);
end $$;
