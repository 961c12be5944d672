import { z } from 'zod';
import type { FieldIssue } from './errors.ts';
import { jsonPointer } from './json-pointer.ts';

export type FieldPlaces = { path: ReadonlySet<string>; rest: 'query' | 'body' };

// Zod's own message about a missing field speaks of JavaScript's `undefined`.
z.config({
  customError: ({ code, input }) =>
    code === 'invalid_type' && input === undefined ? 'This field is required.' : undefined,
});

const nounOf = { query: 'parameter', path: 'parameter', header: 'header', body: 'field' };

/** The issue of an unknown name. Otherwise nobody would notice a misspelt name (D13, D14). */
export function unknownField(place: FieldIssue['in'], path: PropertyKey[]): FieldIssue {
  return {
    in: place,
    pointer: jsonPointer(path),
    code: 'unrecognized_key',
    detail: `This ${nounOf[place]} is not known here.`,
  };
}

/** A long list of wrong values would have an issue for each value. */
const MAX_ISSUES = 100;

/** Turns all issues of Zod into ours, at once (D79). */
export function fieldIssues(error: z.ZodError, places: FieldPlaces): FieldIssue[] {
  return error.issues.slice(0, MAX_ISSUES).flatMap((issue): FieldIssue[] => {
    const place = places.path.has(String(issue.path[0])) ? 'path' : places.rest;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownField(places.rest, [...issue.path, key]));
    }
    const code = issue.code === 'custom' ? 'invalid_value' : issue.code;
    return [{ in: place, pointer: jsonPointer(issue.path), code, detail: issue.message }];
  });
}
