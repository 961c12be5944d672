-- Makes the transaction commit in two phases, if it has changed something on the coordinator: control data, or a job.
-- Citus commits so after a write to a table that it knows. So this writes to such a table, but no row. A transaction
-- without an id has only read, or has written only to nodes, and commits as usual. Only a sharded database calls this.
create or replace function commit_in_two_phases() returns void language plpgsql as $$
begin
  if pg_current_xact_id_if_assigned() is not null then
    delete from sharding s where s.n = 0;
  end if;
end $$;
