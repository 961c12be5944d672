-- The moment that lies `ago` before `at` by a clock that stands still while the service may send nothing. What is
-- given up, removed or paused because of its age counts this time alone. Otherwise OUTGOING=off would end deliveries,
-- mails and endpoints. The pauses are rows: to move the times of millions of rows would lock them, and people see them.
create or replace function outgoing_ago(at timestamptz, ago interval) returns timestamptz
language plpgsql stable as $$
declare
  moment timestamptz := at - ago;
  pause record;
begin
  for pause in
    select p.started_at, least(coalesce(p.ended_at, at), at) as ended_at
    from outgoing_pause p order by p.started_at desc
  loop
    exit when pause.ended_at <= moment;
    moment := moment - greatest(pause.ended_at - pause.started_at, interval '0');
  end loop;
  return moment;
end $$;
