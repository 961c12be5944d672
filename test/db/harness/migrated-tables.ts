import type pg from 'pg';
import type { Column, ForeignKey, Index, Tables } from './table-shape.ts';

const OWN = `c.relnamespace = 'public'::regnamespace and c.relname <> '_prisma_migrations'
  and not c.relispartition`;

const actions: Record<string, string> = { a: 'NoAction', c: 'Cascade', n: 'SetNull' };

/** The tables that the migrations make, from PostgreSQL's own catalog. */
export async function migratedTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname as name, ${namesOf('c.oid', 'p.conkey')} as key
     from pg_class c left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
     where ${OWN} and c.relkind in ('r', 'p')`,
  );
  const tables: Tables = {};
  for (const { name, key } of rows) {
    tables[name] = {
      columns: await columnsOf(client, name),
      primaryKey: key,
      foreignKeys: await foreignKeysOf(client, name),
      indexes: await indexesOf(client, name),
    };
  }
  return tables;
}

/** Views, which prisma/schema.prisma does not describe. */
export async function viewsWithTenant(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where ${OWN} and c.relkind in ('v', 'm') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Partitions: tables with a part of another table's rows. */
export async function partitionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

function namesOf(table: string, numbers: string): string {
  return `array(select a.attname::text from unnest(${numbers}) with ordinality as k (n, at)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.n order by k.at)`;
}

async function columnsOf(client: pg.Client, table: string): Promise<Record<string, Column>> {
  const { rows } = await client.query<{
    name: string;
    type: string;
    nullable: boolean;
    expression: string | null;
  }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as expression
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  const columns: Record<string, Column> = {};
  for (const { name, type, nullable, expression } of rows) {
    columns[name] = { type, nullable, default: await evaluate(client, expression) };
  }
  return columns;
}

async function evaluate(client: pg.Client, expression: string | null): Promise<unknown> {
  if (expression === null) return null;
  const { rows } = await client.query<{ value: unknown }>(
    `select to_jsonb(${expression}) as value`,
  );
  return rows[0]?.value;
}

async function foreignKeysOf(client: pg.Client, table: string): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select ${namesOf('f.conrelid', 'f.conkey')} as columns, t.relname as table,
       ${namesOf('f.confrelid', 'f.confkey')} as references,
       f.confdeltype as "onDelete", f.confupdtype as "onUpdate"
     from pg_constraint f join pg_class t on t.oid = f.confrelid
     where f.conrelid = $1::regclass and f.contype = 'f'`,
    [table],
  );
  return rows
    .map((key) => ({
      ...key,
      onDelete: actions[key.onDelete] ?? key.onDelete,
      onUpdate: actions[key.onUpdate] ?? key.onUpdate,
    }))
    .sort((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1));
}

/** Indexes of columns. Prisma cannot describe an index of an expression, so a comment in the schema names it. */
async function indexesOf(client: pg.Client, table: string): Promise<Record<string, Index>> {
  const { rows } = await client.query<Index & { name: string }>(
    `select c.relname as name, i.indisunique as unique,
       array(select a.attname || case when i.indoption[k.at - 1] & 1 = 1 then ' desc' else '' end
         from unnest(i.indkey::smallint[]) with ordinality as k (n, at)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.at) as columns,
       pg_get_expr(i.indpred, i.indrelid) as where
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not i.indisprimary and i.indexprs is null`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, ...index }) => [name, index]));
}
