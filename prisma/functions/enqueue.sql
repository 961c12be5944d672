-- Adds a job, in the transaction of its cause (D164). notify_workers() announces it after the commit:
-- PostgreSQL holds one lock while it commits a transaction that notifies, so that changes of all
-- teams would wait for each other. The queue's own add_jobs() always notifies, and costs as much as
-- the rest of an event. This function does what add_jobs() does for a job without a key. It calls
-- add_jobs() only for a task that the queue does not know yet. If add_jobs() stops notifying, use it.
create or replace function enqueue(task text, payload json) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, enqueue.payload from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    perform graphile_worker.add_jobs(array[
      row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec]);
  end if;
end $$;
