-- Does what enqueue() does, with a priority: workers first take the jobs with the lowest number.
create or replace function enqueue_in_turn(task text, payload json, priority integer) returns void
language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, enqueue_in_turn.payload, enqueue_in_turn.priority
    from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, priority, null)::graphile_worker.job_spec]);
  end if;
end $$;
