import type pg from 'pg';
import { applyMigration, type Migration } from './migrations.ts';

// A text or a name in quotation marks, a text between dollars, a comment, or the end of a statement.
const parts = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$).*?\1|--[^\n]*|\/\*.*?\*\/|;/gs;

/** The statements of an SQL file in lower case, without comments and with single spaces. */
export function statementsOf(sql: string): string[] {
  const marked = sql.replace(parts, (part) => {
    if (part === ';') return '\0';
    return /^(?:--|\/\*)/.test(part) ? ' ' : part.replaceAll('\0', '');
  });
  return marked
    .split('\0')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

const newIndex = /^create (?:unique )?index concurrently if not exists "?(\w+)"? /;
const validation = /^alter table "?\w+"? validate constraint "?\w+"?$/;

/**
 * A migration of one statement that PostgreSQL runs beside reads and writes, however large the table is. It
 * may take hours, during which no process could start, and PostgreSQL refuses `concurrently` in a transaction with
 * other statements. So a worker applies it while the processes serve.
 */
export function isOnline({ sql }: Migration): boolean {
  const [statement = '', ...others] = statementsOf(sql);
  return others.length === 0 && (newIndex.test(statement) || validation.test(statement));
}

/**
 * Changes an online migration for a database that is still empty. An index made `concurrently` would wait for
 * every other process that begins, and these processes wait for the migration: PostgreSQL would end one of
 * them.
 */
export function withinTransaction(migration: Migration): Migration {
  return isOnline(migration)
    ? { ...migration, sql: migration.sql.replace(' concurrently ', ' ') }
    : migration;
}

/** Applies an online migration. If an earlier try was interrupted, it begins again. */
export async function applyOnline(client: pg.Client, migration: Migration): Promise<void> {
  const [, index] = newIndex.exec(statementsOf(migration.sql)[0] ?? '') ?? [];
  if (index) await dropUnfinished(client, index);
  await applyMigration(client, migration);
}

/**
 * Drops the index of an interrupted migration: PostgreSQL keeps such an index, and reads nothing from it.
 */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index i where i.indexrelid = to_regclass($1) and not i.indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
}
