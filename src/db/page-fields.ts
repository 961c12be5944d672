// Pages of which PostgreSQL sends the plain values, and this process writes the JSON. To write a row as JSON,
// PostgreSQL looks up the type of each of its columns again, and a time takes longer than a look-up by key: that
// was two fifths of a page of trainings (docs/performance.md).

/**
 * One value of the public shape. `text` is a text that is never null, `optional` one that may be. `time` is a
 * `timestamptz(3)`. `json` is a number or JSON, as PostgreSQL writes it; it and times may be null.
 */
export type PageField = {
  name: string;
  column: string;
  kind: 'text' | 'optional' | 'time' | 'json';
};

const NEXT_VALUE = '\u001f';
const ISO_LENGTH = 'yyyy-mm-dd hh:mm:ss+00'.length;

/** Null is the empty text. So what may be a text begins with a mark. */
function sqlOf({ column, kind }: PageField): string {
  switch (kind) {
    case 'text':
      return column;
    case 'optional':
      return `coalesce('"' || ${column}, '')`;
    case 'time':
    case 'json':
      return `coalesce((${column})::text, '')`;
  }
}

/** The values of a row as one text. */
export function valuesOf(fields: readonly PageField[]): string {
  return `concat_ws(chr(31), ${fields.map(sqlOf).join(', ')})`;
}

/**
 * A time as PostgreSQL writes it in UTC, as `iso()` writes it. Null if it has another form: years of five digits,
 * infinity, or another `DateStyle` of the database.
 */
export function isoOf(text: string): string | null {
  const end = text.length - 3;
  const known = text[4] === '-' && text[10] === ' ' && text[13] === ':' && text.endsWith('+00');
  if (!known || text.length < ISO_LENGTH || text.length > ISO_LENGTH + 4) return null;
  const fraction = end === 19 ? '.000' : text.slice(19, end).padEnd(4, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

function jsonOf(value: string, kind: PageField['kind']): string | null {
  switch (kind) {
    case 'text':
      return JSON.stringify(value);
    case 'optional':
      return value === '' ? 'null' : JSON.stringify(value.slice(1));
    case 'json':
      return value === '' ? 'null' : value;
    case 'time': {
      const iso = value === '' ? 'null' : isoOf(value);
      return iso === null || value === '' ? iso : `"${iso}"`;
    }
  }
}

export type FieldRow = { item: string; values: readonly string[] };

/**
 * Writes each row as JSON. Null if a row is not what `valuesOf` has meant: a text that contains the character
 * between values, or a time of another form. PostgreSQL then writes the page.
 */
export function writeRows(
  rows: readonly string[],
  fields: readonly PageField[],
): FieldRow[] | null {
  const heads = fields.map(({ name }, n) => `${n === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const written: FieldRow[] = [];
  for (const row of rows) {
    const values = row.split(NEXT_VALUE);
    if (values.length !== fields.length) return null;
    let item = '';
    for (const [n, { kind }] of fields.entries()) {
      const json = jsonOf(values[n] ?? '', kind);
      if (json === null) return null;
      item += heads[n] + json;
    }
    written.push({ item: `${item}}`, values });
  }
  return written;
}
