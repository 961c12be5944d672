import { referenceTables, teamTables } from '../../../src/db/table-families.ts';

/**
 * Makes a database look sharded: its tables of teams are spread, those of the catalog are on each node, and the functions
 * of Citus only note what they would place.
 */
export const likeCitus = `
  create table sharding (n integer primary key);
  create schema like_citus;
  create table like_citus.pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text, repmodel "char",
    colocationid integer);
  create function like_citus.column_to_column_name(regclass, text) returns text language sql return $2;
  create function like_citus.create_distributed_table(name text, key text, colocate_with text) returns void
    language sql as $$ insert into like_citus.pg_dist_partition values (name::regclass, 'h', key, 's', 1) $$;
  create function like_citus.create_reference_table(name text) returns void
    language sql as $$ insert into like_citus.pg_dist_partition values (name::regclass, 'n', null, 't', 2) $$;
  create table like_citus.emptied (name regclass);
  create function like_citus.truncate_local_data_after_distributing_table(name regclass) returns void
    language sql as $$ insert into like_citus.emptied values (name) $$;
  insert into like_citus.pg_dist_partition
    select name::regclass, 'h', 'tenant_id', 's', 1 from unnest('{${teamTables.join()}}'::text[]) t (name)
    where to_regclass(name) is not null
    union all
    select name::regclass, 'n', null, 't', 2 from unnest('{${referenceTables.join()}}'::text[]) t (name)
    union all
    select 'sharding', 'n', null, 's', 3;
  do $$ begin
    execute format('alter database %I set search_path = public, like_citus', current_database());
  end $$;`;
