-- Has the transaction commit in two phases, if it has changed anything on the coordinator: control, or a job.
-- Citus does so after a write to a table that it knows of, here of no row at all. A transaction without an id
-- has written to nodes alone, or only read, and commits as it is. Only a sharded database calls this.
create or replace function commit_in_two_phases() returns void language plpgsql as $$
begin
  if pg_current_xact_id_if_assigned() is not null then
    delete from sharding s where s.n = 0;
  end if;
end $$;
