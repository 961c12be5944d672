/** How values of a column are in JSON: of which type, how they are stored, and how they are read. */
const kinds = {
  text: { type: 'text', stored: same, read: same },
  smallint: { type: 'smallint', stored: same, read: same },
  integer: { type: 'integer', stored: same, read: same },
  number: { type: 'double precision', stored: same, read: same },
  json: { type: 'json', stored: same, read: same },
  jsonb: { type: 'jsonb', stored: same, read: same },
  time: { type: 'timestamptz', stored: same, read: (value: string) => `iso(${value})` },
  /** Bytes, as hexadecimal digits. */
  bytes: {
    type: 'text',
    stored: (value: string) => `decode(${value}, 'hex')`,
    read: (value: string) => `encode(${value}, 'hex')`,
  },
} as const;

function same(value: string): string {
  return value;
}

/** The kind of each column that statements write. They are made from this list, so none forgets one. */
export type Columns = Readonly<Record<string, keyof typeof kinds>>;

/** The names of the columns, to insert into. */
export function namesOf(columns: Columns): string {
  return Object.keys(columns).join(', ');
}

/** The rows of a parameter with JSON, named `r`. */
export function rowsOf(columns: Columns, parameter: string): string {
  const typed = Object.entries(columns).map(([name, kind]) => `${name} ${kinds[kind].type}`);
  return `json_to_recordset(${parameter}::json) as r(${typed.join(', ')})`;
}

/** The values of `r` as they are stored, in the order of the names. */
export function valuesOf(columns: Columns): string {
  const values = Object.entries(columns).map(([name, kind]) => kinds[kind].stored(`r.${name}`));
  return values.join(', ');
}

/** What an update sets: each column to its value in `r`. */
export function assignmentsOf(columns: Columns): string {
  const set = Object.entries(columns).map(
    ([name, kind]) => `${name} = ${kinds[kind].stored(`r.${name}`)}`,
  );
  return set.join(', ');
}

/** What an insert sets where the row is there already. */
export function replacementsOf(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');
}

/** What an update sets that leaves a column of the table where `r` has null. */
export function knownAssignmentsOf(columns: Columns, table: string): string {
  const set = Object.entries(columns).map(
    ([name, kind]) => `${name} = coalesce(${kinds[kind].stored(`r.${name}`)}, ${table}.${name})`,
  );
  return set.join(', ');
}

/** A select list with the columns of a table as they are in JSON. */
export function readOf(columns: Columns, table: string): string {
  const read = Object.entries(columns).map(
    ([name, kind]) => `${kinds[kind].read(`${table}.${name}`)} as ${name}`,
  );
  return read.join(', ');
}
