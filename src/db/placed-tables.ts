import type pg from 'pg';
import { SHARDING_TABLE } from './sharding.ts';
import { referenceTables, teamTables } from './table-families.ts';

type Kind = 'team' | 'catalog' | 'local';

/** A table that Citus knows. */
type ExistingTable = {
  name: string;
  kind: Kind;
  key: string | null;
  colocation: number;
  left: string;
};

/** Lists the tables that Citus knows. `left` counts the bytes of the table that the coordinator itself keeps. */
export async function existingTables(client: pg.ClientBase): Promise<ExistingTable[]> {
  const { rows } = await client.query<ExistingTable>(
    `select c.relname as name, p.colocationid as colocation, pg_relation_size(c.oid) as left,
       case when p.partmethod <> 'n' then 'team' when p.repmodel = 't' then 'catalog' else 'local' end as kind,
       case when p.partmethod <> 'n' then column_to_column_name(p.logicalrelid, p.partkey) end as key
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = current_schema()::regnamespace and not c.relispartition`,
  );
  return rows;
}

/** The tables that are not where the lists of the code place them. */
export async function misplaced(client: pg.ClientBase): Promise<string[]> {
  const existing = await existingTables(client);
  const kindOf = (table: string) => existing.find(({ name }) => name === table)?.kind;
  const expected = new Map<string, Kind>([
    ...teamTables.map((name) => [name, 'team'] as const),
    ...referenceTables.map((name) => [name, 'catalog'] as const),
    [SHARDING_TABLE, 'local'],
  ]);
  const wrong = [...expected].filter(([name, kind]) => kindOf(name) !== kind);
  const strange = existing.filter(({ name }) => !expected.has(name));
  const group = existing.find(({ name }) => name === 'member')?.colocation;
  const apart = existing.filter(({ kind, key, colocation }) => {
    return kind === 'team' && (colocation !== group || key !== 'tenant_id');
  });
  return [
    ...wrong.map(([name]) => `${name} stays on the coordinator: run shard again`),
    ...strange.map(
      ({ name }) =>
        `Citus knows the table ${name}, which this release keeps on the coordinator: run select undistribute_table('${name}'), unless a newer release has made it`,
    ),
    ...apart.map(
      ({ name }) =>
        `${name} is not spread by tenant_id together with member: run select alter_distributed_table('${name}', distribution_column => 'tenant_id', colocate_with => 'member')`,
    ),
  ];
}
