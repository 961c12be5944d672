-- True if a team may use the API and gets its events (D51, D167).
create or replace function has_api(status text, plan text) returns boolean language sql immutable
  as $$ select status = 'active' and plan in ('team', 'enterprise') $$;
