import type { CursorPosition } from './cursor.ts';

// For some pages PostgreSQL sends plain values, and this process writes the JSON. To write a row as JSON,
// PostgreSQL looks up the type of each column again, and for a time it takes longer than for a look-up by
// key. This was two fifths of the cost of a page of trainings (docs/performance.md). More API processes can share this
// work, and nothing can share PostgreSQL's.

/**
 * One value of the public shape. `text` is a text that is never null, and `optional` a text that may be null.
 * `time` is a `timestamptz(3)`. `json` is a number or JSON as PostgreSQL writes it. `time` and `json` may be
 * null.
 */
export type PageField = {
  name: string;
  column: string;
  kind: 'text' | 'optional' | 'time' | 'json';
};

const NEXT_ROW = '\u001e';
const NEXT_VALUE = '\u001f';
const ISO_LENGTH = 'yyyy-mm-dd hh:mm:ss+00'.length;

/** SQL for a value as text. Null becomes the empty text, so a text that may be empty begins with a mark. */
function sqlOf({ column, kind }: PageField): string {
  switch (kind) {
    case 'text':
      return column;
    case 'optional':
      return `coalesce('+' || ${column}, '')`;
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
 * Turns a time as PostgreSQL writes it in UTC into the form of `iso()`. Null if the time has another form: a
 * year of five digits, infinity, or another `DateStyle` of the database.
 */
export function isoOf(text: string): string | null {
  const end = text.length - 3;
  const isExpected =
    text[4] === '-' && text[10] === ' ' && text[13] === ':' && text.endsWith('+00');
  if (!isExpected || text.length < ISO_LENGTH || text.length > ISO_LENGTH + 4) return null;
  const fraction = end === 19 ? '.000' : text.slice(19, end).padEnd(4, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

/** The characters that JSON escapes, without the two separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const ESCAPED = /["\\\u0000-\u001d]/;

const quoted = (text: string, isPlain: boolean) => (isPlain ? `"${text}"` : JSON.stringify(text));

function jsonOf(value: string, kind: PageField['kind'], isPlain: boolean): string | null {
  switch (kind) {
    case 'text':
      return quoted(value, isPlain);
    case 'optional':
      return value === '' ? 'null' : quoted(value.slice(1), isPlain);
    case 'json':
      return value === '' ? 'null' : value;
    case 'time': {
      if (value === '') return 'null';
      const iso = isoOf(value);
      return iso && `"${iso}"`;
    }
  }
}

function writeRow(values: readonly string[], shape: Shape, isPlain: boolean): string | null {
  if (values.length !== shape.length) return null;
  let item = '';
  for (let n = 0; n < shape.length; n++) {
    const { head = '', kind = 'json' } = shape[n] ?? {};
    const json = jsonOf(values[n] ?? '', kind, isPlain);
    if (json === null) return null;
    item += head + json;
  }
  return `${item}}`;
}

type Shape = readonly { head: string; kind: PageField['kind'] }[];
const shapes = new WeakMap<readonly PageField[], Shape>();

function shapeOf(fields: readonly PageField[]): Shape {
  const cached = shapes.get(fields);
  if (cached) return cached;
  const shape = fields.map(({ name, kind }, n) => ({
    head: `${n === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    kind,
  }));
  shapes.set(fields, shape);
  return shape;
}

/**
 * Writes each row as JSON. Null if a row cannot be read: a text contains a separator, or a time has another
 * form. PostgreSQL then writes the page.
 */
export function writeRows(text: string, fields: readonly PageField[]): string[] | null {
  const shape = shapeOf(fields);
  // Most pages have nothing to escape. One search in the whole text is faster than escaping each value.
  const isPlain = !ESCAPED.test(text);
  const items: string[] = [];
  for (const row of text.split(NEXT_ROW)) {
    const item = writeRow(row.split(NEXT_VALUE), shape, isPlain);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** The place of the row `n` in the list. */
export function placeOfRow(
  { text, n }: { text: string; n: number },
  fields: readonly PageField[],
  { at, id }: { at: string; id: string },
): CursorPosition {
  const values = text.split(NEXT_ROW)[n]?.split(NEXT_VALUE) ?? [];
  const textOf = (column: string) =>
    values[fields.findIndex((field) => field.column === column)] ?? '';
  return { at: isoOf(textOf(at)) ?? '', id: textOf(id) };
}
