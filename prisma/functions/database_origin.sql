-- The database that writes now. It differs after a restore, and on a replica that was promoted.
create or replace function database_origin() returns text language sql stable as $$
  select concat_ws('/', (select s.system_identifier from pg_control_system() s),
    (select d.oid from pg_database d where d.datname = current_database()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8));
$$;
