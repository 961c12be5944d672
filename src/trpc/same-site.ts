import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/errors/app-errors.ts';
import { ApiError } from '../shared/errors/errors.ts';

const LONGEST_TYPE = 200;

/** Refuses requests of other sites, because the browser adds the cookie to requests of any page. */
export function requireOwnPage({ headers }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
  if (!isOwn) throw new AppError('cross_site', { detail: 'Only pages of this origin may call.' });
}

/** The header in which a command line names its release. A page of another site cannot send it. */
const COMMAND_LINE = 'svc-command-line';

/**
 * True for the command line, which names itself and sends nothing that a browser sends. If a page of another
 * site sends a header of our own, its browser first asks us for permission (CORS), and gets none.
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
 * Requires `application/json`, which a form cannot send. The answer is JSON too. Other than tRPC, we never
 * send an answer in pieces: it would begin before its cookies and its status are known.
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
