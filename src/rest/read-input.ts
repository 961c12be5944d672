import { ApiError, type FieldIssue } from '../shared/errors.ts';
import { fieldIssues, unknownField } from '../shared/field-issues.ts';
import { BASE_PATH } from './base-path.ts';
import type { Exchange } from './exchange.ts';
import { readBody } from './json-body.ts';
import { parseQuery } from './query-string.ts';
import { type Route, readPath } from './routes.ts';

export type Input = {
  value: Record<string, unknown>;
  /** The body without path and query, for the fingerprint of an idempotent call. */
  body: Record<string, unknown>;
  /** The issues that are found before the schema checks the input. */
  issues: FieldIssue[];
};

/** Reads path, query and body into one input. The schema checks it later. */
export async function readInput(exchange: Exchange, route: Route): Promise<Input> {
  const takesBody = route.type === 'mutation';
  const body = takesBody ? await readBody(exchange.req) : {};
  const path = readPath(route, exchange.path.slice(BASE_PATH.length));
  const query = parseQuery(exchange.query);
  const issues = [...path.issues, ...query.issues];
  // In the query and in the body, the name of a path parameter is an unknown name (D13, D14).
  const isInPath = (name: string) => route.pathParameters.has(name);
  const names = [...query.values.keys()].filter((name) => takesBody || isInPath(name));
  issues.push(...names.map((name) => unknownField('query', [name])));
  const named = Object.keys(body).filter(isInPath);
  issues.push(...named.map((name) => unknownField('body', [name])));
  const source = takesBody ? body : Object.fromEntries(query.values);
  return { value: { ...source, ...path.values }, body, issues };
}

/**
 * Throws all issues at once: the parts of the input that could not be read, and what the schema finds in the
 * rest (D79).
 */
export function assertReadable(input: Input, route: Route): void {
  if (input.issues.length === 0) return;
  const named = new Set(input.issues.map(({ pointer }) => pointer));
  const { error } = route.input.safeParse(input.value);
  const places = { path: route.pathParameters, rest: inputLocationOf(route) };
  throw new ApiError('validation_error', {
    issues: [
      ...input.issues,
      ...(error ? fieldIssues(error, places).filter(({ pointer }) => !named.has(pointer)) : []),
    ],
  });
}

export function inputLocationOf(route: Route): 'query' | 'body' {
  return route.type === 'query' ? 'query' : 'body';
}
