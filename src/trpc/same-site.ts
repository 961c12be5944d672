import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';

const LONGEST_TYPE = 200;

/** Refuses requests of other sites, because the browser adds the cookie to requests of any page. */
export function requireOwnPage({ headers }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
  if (!isOwn) throw new AppError('cross_site', { detail: 'Only pages of this origin may call.' });
}

/** Which release of the command line calls. A page of another site cannot send this header. */
const COMMAND_LINE = 'svc-command-line';

/**
 * True for the command line: it names itself, and sends nothing that a browser sends. A page of
 * another site would have to ask before it sends a header of its own, and nobody answers it.
 */
export function isCommandLine({ headers, headersDistinct }: IncomingMessage): boolean {
  const ofBrowsers = ['cookie', 'origin', 'sec-fetch-site'];
  return (
    headers[COMMAND_LINE] !== undefined &&
    ofBrowsers.every((name) => headers[name] === undefined) &&
    (headersDistinct.authorization ?? []).length <= 1
  );
}

/**
 * Requires `application/json`, which a form cannot send. The answer is JSON too. We never send an
 * answer in pieces, as tRPC can: it would begin before its cookies and its status are known.
 */
export function requireJson({ headers, method }: IncomingMessage): void {
  if (method === 'POST' && !isJson(headers['content-type'])) {
    const detail = 'The Content-Type must be application/json.';
    throw new ApiError('bad_request', { status: 415, detail });
  }
  const wanted = [headers.accept, headers['trpc-accept']].join(',').toLowerCase();
  if (wanted.includes('application/jsonl')) {
    const detail = 'Answers are application/json and are not sent in pieces.';
    throw new ApiError('bad_request', { status: 406, detail });
  }
}

function isJson(type = ''): boolean {
  return type.length <= LONGEST_TYPE && /^application\/json *(;|$)/i.test(type);
}
