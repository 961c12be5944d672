import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorData, errorData, publicError } from '../operation/error-shape.ts';
import { REFUSED } from '../operation/procedure.ts';
import { ApiError } from '../shared/errors/errors.ts';
import type { Language } from '../shared/language/language.ts';
import { countOverload } from '../shared/load/overload.ts';

/** Headers of all answers of the app, except its pages. */
export const appHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

type About = { requestId: string; language: Language };
type Answer = {
  status: number;
  /** The body, as JSON. */
  body: string | Buffer;
  /** The failures of its calls. */
  failures: ErrorData[];
  headers?: Record<string, string | string[]>;
};

/** Writes a JSON answer. No other code of the app writes an answer. */
export function writeAnswer(
  res: ServerResponse,
  { status, body, failures, headers }: Answer,
  { language }: About,
): void {
  if (res.headersSent || res.destroyed) return;
  const later = Math.max(0, ...failures.map((data) => data.retry_after ?? 0));
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    // The titles of errors are in this language.
    ...(failures.length > 0 && { 'Content-Language': language, Vary: 'Accept-Language' }),
    ...(later > 0 && { 'Retry-After': later }),
    ...headers,
  });
  res.end(body);
}

/** Answers a whole request with the error that a single call would get. */
export function answerError(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  error: unknown,
  about: About,
): void {
  const problem = publicError(error);
  const data = errorData(problem, about);
  countOverload(problem.cause);
  const allow = problem instanceof ApiError ? problem.details.allow : undefined;
  req.resume();
  const { httpStatus: status, title: message } = data;
  const body = JSON.stringify({ error: { code: REFUSED, message, data } });
  const headers = { ...(allow === undefined ? {} : { Allow: allow }) };
  writeAnswer(res, { status, body, failures: [data], headers }, about);
}
