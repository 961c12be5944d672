import { personalData } from './personal-data.schema.ts';

/**
 * Which parts of a JSON document may name people. `free`: all of it, also the names of fields, because a
 * customer wrote the document. `texts`: its texts, but not the names of fields, which are ours. `record`:
 * only the fields that can contain a text about people, because we wrote the document about an object, such
 * as an event or a response.
 */
export type JsonKind = 'free' | 'texts' | 'record';
export type Change = (text: string) => string;

/**
 * The fields of our records that can contain a text about people: those that are called like a column in which
 * an erasure looks for names, and four that no column has. All other fields are ids, states or settings.
 */
const inRecords: ReadonlyMap<string, JsonKind> = new Map([
  ['reason', 'texts'],
  ['new_email', 'texts'],
  ['member_email', 'texts'],
  // A signed example contains the event in its texts.
  ['curl', 'texts'],
  ...Object.values(personalData).flatMap(({ erase = {} }) =>
    Object.entries(erase).flatMap(([column, { named }]): [string, JsonKind][] =>
      named && named !== 'record' ? [[column, named === 'free' ? 'free' : 'texts']] : [],
    ),
  ),
]);

export function replaceInJson(value: unknown, kind: JsonKind, change: Change): unknown {
  if (typeof value === 'string') return kind === 'record' ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, kind, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      kind === 'free' ? change(field) : field,
      replaceInJson(inner, kind === 'record' ? (inRecords.get(field) ?? kind) : kind, change),
    ]),
  );
}
