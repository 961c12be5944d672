-- For processes of version 0.7.0: events whose request is not noted.
create or replace function raise_many(of_tenant text, events json, at timestamptz)
returns boolean language plpgsql as $$
begin
  return raise_many_of_request(of_tenant, events, at, null);
end $$;
