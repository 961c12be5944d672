import type pg from 'pg';
import { misplaced } from '../placed-tables.ts';
import { isSharded, SHARDING_TABLE } from '../sharding.ts';
import { MigrationError, runText } from './migration-error.ts';
import { BASELINE_RELEASE, type Migration, runMigration } from './migrations.ts';
import { planRenewal, renewTexts, type SchemaText } from './schema-texts.ts';

// A database of BASELINE_RELEASE gets the row of the first migration without its statements. So it must have the same
// schema as a new database when all is applied. The order of columns may differ, and names that PostgreSQL has given.
// The rows of its former migrations stay: BASELINE_RELEASE still looks for them.

/** What the schema consists of, such as `index member_page`, with the definition of each. */
type Parts = ReadonlyMap<string, string>;

const NEW_SCHEMA = 'new_schema';
const OTHERS = ['_prisma_migrations', SHARDING_TABLE];
/** How many differences an error names. */
const NAMED = 10;

const notOfExtension = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/**
 * Partitions are left out, because a worker makes them. Where a definition names a table, PostgreSQL leaves out the
 * schema if it is the current one. A key or check is named by its definition if PostgreSQL has named it.
 */
const PARTS = `
  with relation as (
    select c.oid, c.relname as name, c.relkind as kind, c.relpersistence as persistence from pg_class c
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and c.relname <> all ($1) and ${notOfExtension('pg_class', 'c.oid')}
  )
  select case kind when 'v' then 'view' when 'm' then 'view' when 'S' then 'sequence' when 'c' then 'type'
      else 'table' end || ' ' || name as name,
    case when kind in ('v', 'm') then pg_get_viewdef(oid) else persistence::text end as definition
  from relation where kind not in ('i', 'I')
  union all
  select format('column %s.%s', r.name, a.attname),
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), o.collname, case when a.attnotnull then 'not null' end,
      pg_get_expr(d.adbin, d.adrelid))
  from relation r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_collation o on o.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where r.kind in ('r', 'p', 'f', 'c')
  union all
  select format('constraint %s of %s', c.given, r.name), c.text
  from relation r cross join lateral (
    select case when conname ~ '_(pkey|fkey|key|check|excl)\\d*$' then pg_get_constraintdef(oid, true)
        else conname::text end as given,
      pg_get_constraintdef(oid, true) as text
    from pg_constraint where conrelid = r.oid and contype in ('c', 'f', 'p', 'u', 'x')) c
  union all
  select 'index ' || r.name, concat(pg_get_indexdef(r.oid, 0, true), case when not i.indisvalid then ' (invalid)' end)
  from relation r join pg_index i on i.indexrelid = r.oid
  where not exists (select from pg_constraint c where c.conindid = r.oid and c.contype in ('p', 'u', 'x'))
  union all
  select format('trigger %s of %s', t.tgname, r.name), concat_ws(' ', pg_get_triggerdef(t.oid, true), t.tgenabled)
  from relation r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
  union all
  select format('function %s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)),
    concat_ws(' ', p.prokind, p.prolang, p.provolatile, p.proisstrict, p.prosecdef, p.proconfig,
      pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), p.prosrc)
  from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and ${notOfExtension('pg_proc', 'p.oid')}`;

/** Reads the schema of a new database. It is made in a schema of its own, which is rolled back. */
export async function readNewSchema(
  client: pg.Client,
  { pending, texts, release }: { pending: Migration[]; texts: SchemaText[]; release: string },
): Promise<Parts> {
  await client.query(`savepoint ${NEW_SCHEMA}`);
  // Citus would make all of it on each node.
  if (isSharded(client)) await client.query('set local citus.enable_ddl_propagation = off');
  await runText(client, 'The comparison with a new database', `create schema ${NEW_SCHEMA}`);
  // Citus would repeat a SET on the nodes.
  await client.query(`select set_config('search_path', '${NEW_SCHEMA}', true)`);
  for (const migration of pending) await runMigration(client, migration);
  const renewal = await planRenewal(client, texts, release);
  await renewTexts(client, renewal, { release, viewsDropped: true });
  const parts = await readParts(client);
  await client.query(`rollback to savepoint ${NEW_SCHEMA}`);
  return parts;
}

async function readParts(client: pg.Client): Promise<Parts> {
  const { rows } = await client.query<{ name: string; definition: string }>(PARTS, [OTHERS]);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** Refuses a database whose schema is not the wanted one. In a sharded one, each table must be where its family is. */
export async function requireSchema(client: pg.Client, wanted: Parts): Promise<void> {
  const found = await readParts(client);
  const differences = [
    ...[...wanted.keys()].filter((name) => !found.has(name)).map((name) => `missing ${name}`),
    ...[...found.keys()].filter((name) => !wanted.has(name)).map((name) => `unknown ${name}`),
    ...[...found]
      .filter(([name, definition]) => (wanted.get(name) ?? definition) !== definition)
      .map(([name]) => `different ${name}`),
    ...(isSharded(client) ? await misplaced(client) : []),
  ];
  if (differences.length === 0) return;
  const named = differences.slice(0, NAMED);
  if (differences.length > NAMED) named.push(`${differences.length - NAMED} more`);
  throw new MigrationError(
    `This database is not as release ${BASELINE_RELEASE} leaves it: ${named.join('; ')}. Let a worker of release ${BASELINE_RELEASE} end its online migrations, or undo what was changed by hand`,
  );
}
