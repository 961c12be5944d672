import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';

const LONGEST_TYPE = 200;

/**
 * Refuses requests of other sites, because the browser adds the cookie to requests of any page. It
 * requires `application/json`, which a form cannot send: tRPC would accept a multipart POST as a call
 * without an input.
 */
export function requireOwnPage({ headers, method }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
  // The browser sends the session as a cookie. A request with a token does not come from our pages.
  if (headers.authorization !== undefined) throw new ApiError('unauthorized');
  if (!isOwn) throw new AppError('cross_site', 'Only pages of this origin may call.');
  if (method === 'POST' && !isJson(headers['content-type'])) {
    const detail = 'The Content-Type must be application/json.';
    throw new ApiError('bad_request', { status: 415, detail });
  }
}

function isJson(type = ''): boolean {
  return type.length <= LONGEST_TYPE && /^application\/json *(;|$)/i.test(type);
}
