import type { FieldIssue } from '../../shared/errors/errors.ts';
import { routes } from '../routes.ts';

const name = /^\/([a-z_]{1,40})$/;
const EDITS = 2;

/** The fields of each operation's body, by method and path of the document. */
const fields = new Map(
  routes
    .filter(({ type }) => type === 'mutation')
    .map(({ method, template, input, pathParameters }) => [
      `${method} ${template}`,
      Object.keys(input.shape).filter((field) => !pathParameters.has(field)),
    ]),
);

/**
 * True for an unknown field at the top of a body whose name is nearly a field of the operation: almost always a typing
 * mistake that nobody would find otherwise.
 */
export function isMisspelt(
  { method, route }: { method: string; route: string | undefined },
  { in: place, code, pointer }: FieldIssue,
): boolean {
  const [, written] = name.exec(pointer) ?? [];
  if (place !== 'body' || code !== 'unrecognized_key' || written === undefined) return false;
  const fieldNames = fields.get(`${method} ${route}`) ?? [];
  return fieldNames.some((field) => isWithinEdits(written, field, EDITS));
}

/** True if at most `edits` characters must be left out, added or replaced to turn one name into the other. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return (above[b.length] ?? 0) <= edits;
}
