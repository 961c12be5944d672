import type pg from 'pg';
import { heldColumns } from './held-columns.ts';

/** The rows of every table, each as text. */
export async function allRows(sql: pg.Pool): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const name of (await heldColumns(sql)).keys()) {
    const { rows } = await sql.query<{ text: string }>(`select x::text as text from ${name} x`);
    tables.set(
      name,
      rows.map(({ text }) => text),
    );
  }
  return tables;
}

/** The rows that contain one of these words in any case, as `table: row`. */
export async function rowsWith(sql: pg.Pool, words: readonly string[]): Promise<string[]> {
  const sought = words.map((word) => word.toLowerCase());
  const found: string[] = [];
  for (const [table, rows] of await allRows(sql)) {
    for (const row of rows) {
      const text = row.toLowerCase();
      if (sought.some((word) => text.includes(word))) found.push(`${table}: ${row}`);
    }
  }
  return found;
}
