import { z } from 'zod';
import type { TeamDb } from '../../db/team-db.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { MOST_OF_TEAM_NAME } from '../team/team.schema.ts';
import type { Walk } from './personal-data.schema.ts';
import { mayName, type Replacer } from './replace-names.ts';

/** A row: each column as text, with the keys of the row. */
type Row = Record<string, string | null>;
type Place = string[] | null;

/**
 * Takes one step along the rows of a team, and replaces texts that name the person. Returns how far
 * it has come, or null at the end. A second run finds nothing, so an erasure can start again at any
 * time.
 */
export async function eraseNames(
  db: TeamDb,
  { table, keys, columns }: Walk,
  { replacer, after, size }: { replacer: Replacer; after: Place; size: number },
): Promise<Place> {
  const places = placesOf(keys, 2);
  const begins = after ?? keys.map((key) => (key === 'created_at' ? '-infinity' : ''));
  const [end] = await db.rows<Row>(
    `select ${keysAsText(keys)} from ${table} x
     where x.tenant_id = $1 and ${rowOf(keys)} > ${places}
     order by ${orderOf(keys)} offset $${2 + keys.length} limit 1`,
    [...begins, size - 1],
  );
  const until = end ? keys.map((key) => end[`key_${key}`] ?? '') : null;
  const bound = until ? `and ${rowOf(keys)} <= ${placesOf(keys, 2 + keys.length)}` : '';
  const bounds = [...begins, ...(until ?? [])];
  const patterns = `$${bounds.length + 2}`;
  const named = columns.map((column) => mayName(asText(column), patterns));
  const values = columns.map((column) => `${asText(column)} as ${column.name}`);
  const rows = await db.rows<Row>(
    `select ${keysAsText(keys)}, ${values.join(', ')} from ${table} x
     where x.tenant_id = $1 and ${rowOf(keys)} > ${places} ${bound} and (${named.join(' or ')})
     order by ${orderOf(keys)} for no key update`,
    [...bounds, replacer.patterns],
  );
  for (const row of rows) {
    await ownTick();
    await replaceIn(db, { table, keys, columns }, { row, replacer });
  }
  return until;
}

/** Replaces the name in the name of a sandbox. What a team calls itself stays. */
export async function eraseSandboxName(db: TeamDb, replacer: Replacer): Promise<void> {
  const sandbox = await db.row<{ name: string }>(
    `select t.name from tenant t where t.id = $1 and t.sandbox_of is not null for no key update`,
  );
  const name = sandbox && replacer.text(sandbox.name);
  if (name === undefined) return;
  await db.write('update tenant t set name = $2 where t.id = $1', [cut(name, MOST_OF_TEAM_NAME)]);
}

/** The replacement may be longer than a name. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}

async function replaceIn(
  db: TeamDb,
  { table, keys, columns }: Walk,
  { row, replacer }: { row: Row; replacer: Replacer },
): Promise<void> {
  const changed = columns.map(({ name, named, most }) => {
    const value = row[name] ?? null;
    if (value === null) return null;
    if (named === 'text') return cut(replacer.text(value) ?? value, most);
    if (named !== 'list') return replacer.json(value, named) ?? value;
    const texts = z.array(z.string().nullable()).parse(JSON.parse(value));
    return JSON.stringify(texts.map((text) => text && cut(replacer.text(text) ?? text, most)));
  });
  if (columns.every(({ name }, i) => changed[i] === row[name])) return;
  const first = keys.length + 2;
  const sets = columns.map(({ name, named }, i) => {
    const place = `$${first + i}`;
    if (named === 'text') return `${name} = ${place}`;
    if (named !== 'list') return `${name} = ${place}::json`;
    return `${name} = case when ${place}::jsonb is not null then array(select jsonb_array_elements_text(${place}::jsonb)) end`;
  });
  await db.write(
    `update ${table} x set ${sets.join(', ')}
     where x.tenant_id = $1 and ${rowOf(keys)} = ${placesOf(keys, 2)}`,
    [...keys.map((key) => row[`key_${key}`]), ...changed],
  );
}

/** A list is written as JSON. */
const asText = ({ name, named }: Walk['columns'][number]) =>
  named === 'list' ? `to_json(x.${name})::text` : `x.${name}::text`;
const rowOf = (keys: readonly string[]) => `(${keys.map((key) => `x.${key}`).join(', ')})`;
const orderOf = (keys: readonly string[]) => keys.map((key) => `x.${key}`).join(', ');
const keysAsText = (keys: readonly string[]) =>
  keys.map((key) => `x.${key}::text as key_${key}`).join(', ');

/** The placeholders for the values of the keys in a statement. A key that is a time is given as text. */
function placesOf(keys: readonly string[], first: number): string {
  const places = keys.map(
    (key, i) => `$${first + i}${key === 'created_at' ? '::timestamptz' : ''}`,
  );
  return `(${places.join(', ')})`;
}
