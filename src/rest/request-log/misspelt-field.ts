import { isWithinEdits } from '../../shared/edit-distance.ts';
import type { FieldIssue } from '../../shared/errors.ts';
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

/** True for an unknown field at the top of a body whose name is nearly a field of the operation. */
export function isMisspelt(
  { method, route }: { method: string; route: string | undefined },
  { in: place, code, pointer }: FieldIssue,
): boolean {
  const [, given] = name.exec(pointer) ?? [];
  if (place !== 'body' || code !== 'unrecognized_key' || given === undefined) return false;
  const known = fields.get(`${method} ${route}`) ?? [];
  return known.some((field) => isWithinEdits(given, field, EDITS));
}
