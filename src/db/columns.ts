/** How the values of each kind of column are written in JSON, stored, and read. */
const kinds = {
  text: { type: 'text', stored: same, read: same },
  smallint: { type: 'smallint', stored: same, read: same },
  integer: { type: 'integer', stored: same, read: same },
  number: { type: 'double precision', stored: same, read: same },
  json: { type: 'json', stored: same, read: same },
  jsonb: { type: 'jsonb', stored: same, read: same },
  time: { type: 'timestamptz', stored: same, read: (value: string) => `iso(${value})` },
  /** Bytes, as hexadecimal digits in JSON. */
  bytes: {
    type: 'text',
    stored: (value: string) => `decode(${value}, 'hex')`,
    read: (value: string) => `encode(${value}, 'hex')`,
  },
} as const;

function same(value: string): string {
  return value;
}

/**
 * The kind of each column that statements write. The statements are made from this list, so none of
 * them leaves out a column.
 */
export type Columns = Readonly<Record<string, keyof typeof kinds>>;

/** The names of the columns, for an insert. */
export function namesOf(columns: Columns): string {
  return Object.keys(columns).join(', ');
}

/** The rows of a parameter that contains JSON, named `r`. */
export function rowsOf(columns: Columns, parameter: string): string {
  const typed = Object.entries(columns).map(([name, kind]) => `${name} ${kinds[kind].type}`);
  return `json_to_recordset(${parameter}::json) as r(${typed.join(', ')})`;
}

/** The values of `r` in the form in which they are stored, in the order of the names. */
export function valuesOf(columns: Columns): string {
  const values = Object.entries(columns).map(([name, kind]) => kinds[kind].stored(`r.${name}`));
  return values.join(', ');
}

/** The part `set` of an update: each column gets its value in `r`. */
export function assignmentsOf(columns: Columns): string {
  const set = Object.entries(columns).map(
    ([name, kind]) => `${name} = ${kinds[kind].stored(`r.${name}`)}`,
  );
  return set.join(', ');
}

/** The part `do update set` of an insert, for a row that exists already. */
export function replacementsOf(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');
}

/** The part `set` of an update. If `r` has null, the column keeps its value. */
export function existingAssignmentsOf(columns: Columns, table: string): string {
  const set = Object.entries(columns).map(
    ([name, kind]) => `${name} = coalesce(${kinds[kind].stored(`r.${name}`)}, ${table}.${name})`,
  );
  return set.join(', ');
}

/** A select list with the columns of a table in their JSON form. */
export function readOf(columns: Columns, table: string): string {
  const read = Object.entries(columns).map(
    ([name, kind]) => `${kinds[kind].read(`${table}.${name}`)} as ${name}`,
  );
  return read.join(', ');
}
