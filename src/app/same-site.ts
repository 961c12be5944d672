import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';

const LONGEST_TYPE = 200;

/**
 * Only pages of our own may call, since the browser adds the cookie to whatever any page sends. A
 * form can send no `application/json`, and to tRPC a multipart POST would be a call without an input.
 */
export function requireOwnPage({ headers, method }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
  // A browser sends the session by itself; whoever brings a token is no browser of ours.
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
