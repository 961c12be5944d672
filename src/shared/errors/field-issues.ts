import { z } from 'zod';
import { jsonPointer } from '../json/json-pointer.ts';
import type { FieldIssue } from './errors.ts';
import type { IssueCode } from './issue-codes.ts';

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

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/**
 * Says in our words what is expected. If the schema has words of its own, these are used. Without this
 * function, the words of Zod would appear beside ours.
 */
function issueWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : sentence(`${kinds[issue.expected] ?? 'another type'}, not ${kindOf(issue.input)}`);
    case 'invalid_value':
      return issue.values.length === 1
        ? `Only ${String(issue.values[0])} is possible.`
        : `One of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return sentence(`at most ${amount(issue.origin, issue.maximum)}`);
    case 'too_small':
      return sentence(`at least ${amount(issue.origin, issue.minimum)}`);
    case 'invalid_format':
      return issue.format === 'email' ? 'An e-mail address.' : 'Not in the form that is needed.';
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}.`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'In none of the possible forms.';
    // Other code has the words for these: field-issues.ts, or the schema that makes the issue.
    case 'unrecognized_keys':
    case 'custom':
      return undefined;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (input === null || typeof input === 'boolean') return String(input);
  return kinds[typeof input] ?? 'that';
}

function amount(origin: string, count: number | bigint): string {
  const units: Record<string, [one: string, many: string]> = {
    string: ['character', 'characters'],
    array: ['item', 'items'],
  };
  const unit = units[origin]?.[Number(count) === 1 ? 0 : 1];
  return unit ? `${count} ${unit}` : `${count}`;
}
