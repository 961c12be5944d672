import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ApiError, type FieldIssue } from '../shared/errors/errors.ts';
import { fieldIssues, unknownField } from '../shared/errors/field-issues.ts';
import { type JsonObject, parseJsonDocument } from '../shared/json/json-document.ts';
import { readBytes, tooLarge } from '../shared/load/request-body.ts';
import type { ArrivingBody } from '../shared/load/unused-bodies.ts';
import { BASE_PATH } from './base-path.ts';
import type { Exchange } from './exchange.ts';
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
export async function readInput(
  exchange: Exchange,
  route: Route,
  arriving: () => ArrivingBody,
): Promise<Input> {
  const takesBody = route.type === 'mutation';
  const body = takesBody ? await readBody(exchange.req, arriving()) : {};
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

/** The largest body (D11). */
export const MAX_BYTES = 256 * 1024;
/**
 * The longest Content-Type that is read. MIMEType takes quadratic time for white space: 14,000 characters
 * block the process for a second.
 */
const MAX_TYPE_LENGTH = 200;

/**
 * Reads the body as a JSON object. An empty body is `{}` (D10, D89). Throws an ApiError: `bad_request` if the
 * body is too large (413), of another type (415) or incomplete (400 or 408), and `validation_error` (422) if it
 * is not such an object. The unread rest of a refused body is thrown away, so that the request can be answered.
 * The `requestTimeout` of the server limits how long a client may go on sending.
 */
export async function readBody(req: IncomingMessage, arriving: ArrivingBody): Promise<JsonObject> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    // We compress answers, and accept no compressed requests (D19).
    throw badRequest('Content-Encoding is not supported: send the body as it is.');
  }
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > MAX_BYTES) throw tooLarge(MAX_BYTES);
  // A body of a wrong type is refused before it is read.
  if (announced > 0) requireJson(req);
  const bytes = await readBytes(req, MAX_BYTES, arriving);
  if (bytes.length === 0) return {};
  // A chunked body announces no length, so only now it is known not to be empty.
  requireJson(req);
  const document = parseJsonDocument(bytes, arriving);
  if (!document.ok) throw new ApiError('validation_error', { issues: document.issues });
  return document.value;
}

/**
 * Refuses any other type than JSON, and any other charset than UTF-8 (D9). The other parameters of the type have no
 * meaning (RFC 8259, section 11).
 */
function requireJson(req: IncomingMessage): void {
  const type = mimeType(req.headers['content-type'] ?? '');
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence !== 'application/json' || charset.toLowerCase() !== 'utf-8') {
    throw badRequest('The Content-Type of a body must be application/json, in UTF-8.');
  }
}

function mimeType(text: string): MIMEType | null {
  if (text.length > MAX_TYPE_LENGTH) return null;
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}

function badRequest(detail: string): ApiError {
  return new ApiError('bad_request', { status: 415, detail });
}
