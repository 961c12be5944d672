-- Makes the marks of each new team, even if an older version makes the team. So a change of the team only has to
-- update a row of them.
create or replace function team_has_a_mark() returns trigger language plpgsql as $$
begin
  insert into team_mark (tenant_id, slot, n) values (new.id, 0, 0), (new.id, 1, 0), (new.id, 2, 0), (new.id, 3, 0)
    on conflict do nothing;
  return null;
end $$;
create or replace trigger team_has_a_mark after insert on tenant for each row
  execute function team_has_a_mark();
