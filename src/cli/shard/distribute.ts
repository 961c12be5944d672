import type pg from 'pg';
import { existingTables, placeTables, type Tell } from '../../db/placed-tables.ts';
import { SHARDING_TABLE } from '../../db/sharding.ts';
import { ownFamilies, referenceTables, teamTables } from '../../db/table-families.ts';

/**
 * The speed of the spreading, measured with 860,000 rows of 200 teams: coordinator and two nodes on one busy
 * machine of two cores.
 */
const BYTES_PER_S = 4_000_000;

/** The bytes that are not spread yet, and about how long the spreading takes. */
export async function sizeOf(client: pg.ClientBase): Promise<{ bytes: number; seconds: number }> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::float8 as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and (c.relname = any ($1) or i.inhparent::regclass::text = any ($1))`,
    [[...teamTables, ...referenceTables]],
  );
  const bytes = rows[0]?.bytes ?? 0;
  return { bytes, seconds: 10 + Math.ceil(bytes / BYTES_PER_S) };
}

/**
 * Spreads the tables that are not spread yet, in one transaction: a foreign key to a spread table does not
 * hold until its own table is spread too. Tells the number of rows of each table.
 */
export async function distribute(client: pg.ClientBase, tell: Tell): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    // The triggers of member and training read rows of the same team, which are on the same node.
    await client.query('set local citus.enable_unsafe_triggers = on');
    await client.query('set local client_min_messages = warning');
    await placeTables(client, ownFamilies, tell);
    await client.query(`create table if not exists ${SHARDING_TABLE} (
      n integer primary key, made_at timestamptz not null default now(), shards integer not null)`);
    const existing = (await existingTables(client)).map(({ name }) => name);
    if (!existing.includes(SHARDING_TABLE)) {
      await client.query('select citus_add_local_table_to_metadata($1)', [SHARDING_TABLE]);
      await client.query(
        `insert into ${SHARDING_TABLE} (n, shards) values (1, current_setting('citus.shard_count')::int)`,
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Removes the rows of spread tables that the coordinator has kept. Nobody can read these rows. */
export async function removeLeftOvers(client: pg.ClientBase, tell: Tell): Promise<void> {
  for (let next = await withLeftOver(client); next; next = await withLeftOver(client)) {
    // This also removes the rows of all tables that refer to it.
    await client.query('select truncate_local_data_after_distributing_table($1)', [next]);
    tell({ step: 'remove left over rows', table: next });
  }
}

export async function withLeftOver(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select p.logicalrelid::text as name from pg_dist_partition p
     where (p.partmethod <> 'n' or p.repmodel = 't') and pg_relation_size(p.logicalrelid) > 0
     order by 1 limit 1`,
  );
  return rows[0]?.name;
}
