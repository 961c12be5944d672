import type pg from 'pg';
import { UsageError } from '../shared/errors/usage-error.ts';
import { MigrationError } from './migrations/migration-error.ts';
import type { Migration } from './migrations/migrations.ts';
import { statementsOf } from './migrations/online-migration.ts';
import { SHARDING_TABLE } from './sharding.ts';
import {
  type Families,
  partitionOfTeamTable,
  referenceTables,
  teamTables,
} from './table-families.ts';

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

export type Tell = (soFar: object) => void;

/**
 * Places the tables that are not placed yet, in a transaction: a foreign key to a spread table does not hold until its
 * own table is spread too. A deletion would leave the rows of a table that refers to `member` and is not placed.
 */
export async function placeTables(
  client: pg.ClientBase,
  { team, catalog }: Families,
  tell: Tell,
): Promise<void> {
  const existing = new Set((await existingTables(client)).map(({ name }) => name));
  // The first table that is spread, with which all others stay together.
  const first = existing.has('member') ? 'member' : team[0];
  const all = [
    ...catalog.map((table) => ({ table, statement: 'select create_reference_table($1)' })),
    ...team.map((table) => ({
      table,
      statement: `select create_distributed_table($1, 'tenant_id', colocate_with => '${table === first ? 'none' : first}')`,
    })),
  ];
  for (const { table, statement } of all) {
    if (existing.has(table)) {
      tell({ step: 'distribute', table, already: true });
      continue;
    }
    const count = `select count(*)::float8 as n from ${table}`;
    const before = await client.query<{ n: number }>(count);
    await client.query(statement, [table]);
    const after = await client.query<{ n: number }>(count);
    const [rows, found] = [before.rows[0]?.n, after.rows[0]?.n];
    if (rows !== found) throw new UsageError(`${table} had ${rows} rows and has ${found}`);
    tell({ step: 'distribute', table, rows });
  }
}

const newTable = /^create table (?:if not exists )?"?(\w+)/;

/** The tables that SQL makes. */
export const tablesMadeBy = (sql: string): string[] =>
  statementsOf(sql).flatMap((statement) => newTable.exec(statement)?.[1] ?? []);

/** The tables that SQL makes and that are in no family. */
export function strangeTables(sql: string, families: Families): string[] {
  const known = Object.values(families).flat();
  return tablesMadeBy(sql).filter(
    (table) => !known.includes(table) && !partitionOfTeamTable.test(table),
  );
}

/** Places the tables that a migration has made. So no migration needs to know of Citus. */
export async function placeNewTables(
  client: pg.ClientBase,
  { sql }: Migration,
  families: Families,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) t (name) where to_regclass(name) is not null',
    [tablesMadeBy(sql)],
  );
  const made = rows.map(({ name }) => name);
  const strange = strangeTables(sql, families).find((name) => made.includes(name));
  if (strange) throw new MigrationError(`The table ${strange} is in no family of tables`);
  const isMade = (name: string) => made.includes(name);
  const [team, catalog] = [families.team.filter(isMade), families.catalog.filter(isMade)];
  await placeTables(client, { ...families, team, catalog }, () => undefined);
  // The coordinator keeps what the migration has written, where nobody can read or erase it.
  await client.query(
    `select truncate_local_data_after_distributing_table(name::regclass)
     from unnest($1::text[]) t (name) where pg_relation_size(name::regclass) > 0`,
    [[...team, ...catalog]],
  );
}

/** The tables that are not where the lists of the code place them. */
export async function misplaced(client: pg.ClientBase): Promise<string[]> {
  const existing = await existingTables(client);
  // A database of the last release does not have all tables of this one yet.
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) t (name) where to_regclass(name) is null',
    [teamTables],
  );
  const missing = new Set(rows.map(({ name }) => name));
  const kindOf = (table: string) => existing.find(({ name }) => name === table)?.kind;
  const expected = new Map<string, Kind>([
    ...teamTables.map((name) => [name, 'team'] as const),
    ...referenceTables.map((name) => [name, 'catalog'] as const),
    [SHARDING_TABLE, 'local'],
  ]);
  const wrong = [...expected].filter(([name, kind]) => kindOf(name) !== kind && !missing.has(name));
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
