-- The text of a timestamp in answers: UTC with milliseconds (D27).
create or replace function iso(at timestamptz) returns text language sql stable strict parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
