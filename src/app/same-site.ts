import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';

const LONGEST_TYPE = 200;

/** Refuses requests of other sites, because the browser adds the cookie to requests of any page. */
export function requireOwnPage({ headers }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
  if (!isOwn) throw new AppError('cross_site', 'Only pages of this origin may call.');
}

/**
 * Requires `application/json`, which a form cannot send: tRPC would accept a multipart POST as a call
 * without an input.
 */
export function requireJson({ headers, method }: IncomingMessage): void {
  if (method === 'POST' && !isJson(headers['content-type'])) {
    const detail = 'The Content-Type must be application/json.';
    throw new ApiError('bad_request', { status: 415, detail });
  }
}

function isJson(type = ''): boolean {
  return type.length <= LONGEST_TYPE && /^application\/json *(;|$)/i.test(type);
}
