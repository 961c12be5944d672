import { z } from 'zod';
import type { FieldIssue } from './errors.ts';
import type { IssueCode } from './issue-codes.ts';
import { issueWords } from './issue-words.ts';
import { jsonPointer } from './json-pointer.ts';

export type FieldPlaces = { path: ReadonlySet<string>; rest: 'query' | 'body' };

z.config({ customError: issueWords });

const nounOf = { query: 'parameter', path: 'parameter', header: 'header', body: 'field' };

/** The issue of an unknown name. Without it nobody would notice a misspelt name (D13, D14). */
export function unknownField(place: FieldIssue['in'], path: PropertyKey[]): FieldIssue {
  return {
    in: place,
    pointer: jsonPointer(path),
    code: 'unrecognized_key',
    detail: `This ${nounOf[place]} is not known here.`,
  };
}

/** The most issues in an answer: a long list of wrong values would have an issue for each value. */
const MAX_ISSUES = 100;

/** Turns all issues of Zod into our issues (D79). */
export function fieldIssues(error: z.ZodError, places: FieldPlaces): FieldIssue[] {
  return error.issues.slice(0, MAX_ISSUES).flatMap((issue): FieldIssue[] => {
    const place = places.path.has(String(issue.path[0])) ? 'path' : places.rest;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownField(places.rest, [...issue.path, key]));
    }
    const pointer = jsonPointer(issue.path);
    return [{ in: place, pointer, code: codeOf(issue.code), detail: issue.message }];
  });
}

/** Zod has more codes than clients need to know. */
function codeOf(code: Exclude<z.core.$ZodIssue['code'], 'unrecognized_keys'>): IssueCode {
  switch (code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_format':
    case 'too_big':
    case 'too_small':
      return code;
    case 'custom':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'invalid_value';
  }
}
