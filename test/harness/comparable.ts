import type { IncomingHttpHeaders } from 'node:http';
import type { ApiResponse } from './response.ts';

/** Headers that differ from request to request, or that show the state of a rate window. */
const volatile = new Set([
  'date',
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]);

/** An answer without its request id and its numbers of the rate limits. */
export function comparable({ status, headers, text }: ApiResponse): {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
} {
  const id = headers['x-request-id']?.toString() ?? '';
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !volatile.has(name))),
    text: text.replaceAll(id, '(request id)'),
  };
}
