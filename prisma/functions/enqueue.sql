-- How a job is added, in the transaction of its cause (D164). Workers are told of it after the commit
-- (notify_workers): PostgreSQL holds one lock for all while it writes a transaction that notifies, and
-- changes of all teams would stand in one queue. The queue's own add_jobs() always notifies, and costs
-- as much as all the rest of an event; what it does for a job without a key is done here, for a task
-- that a worker or an earlier job has made known.
create or replace function enqueue(task text, payload json) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, enqueue.payload from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec]);
  end if;
end $$;
