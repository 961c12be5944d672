-- Each team has a mark from its beginning, also if an older version makes the team. So a change of the
-- team only updates a row.
create or replace function team_has_a_mark() returns trigger language plpgsql as $$
begin
  insert into team_mark (tenant_id, n) values (new.id, 0) on conflict do nothing;
  return null;
end $$;
create or replace trigger team_has_a_mark after insert on tenant for each row
  execute function team_has_a_mark();
