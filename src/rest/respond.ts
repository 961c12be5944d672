import { STATUS_CODES } from 'node:http';
import type { Admission } from '../auth/admission.ts';
import type { RateState, RateWindow } from '../auth/rate-limits.ts';
import { REQUESTS_PER_KEY } from '../auth/rate-limits.ts';
import { ApiError, RETRY_AFTER_503_S } from '../shared/errors/errors.ts';
import { encoded } from '../shared/json/encoded.ts';
import { DEFAULT_LANGUAGE } from '../shared/language/language.ts';
import { newRequestId } from '../shared/secrets/request-id.ts';
import { compress } from './compression.ts';
import type { Exchange } from './exchange.ts';
import { problemOf, problemStatus } from './problem.ts';

/** The rate of answers whose windows the database could not read (D61). */
const unknownRate: RateState = {
  limit: REQUESTS_PER_KEY,
  remaining: 0,
  resetSeconds: RETRY_AFTER_503_S,
};

export type Reply = {
  status: number;
  /** JSON, or text of the type `contentType`. `null` for no content. */
  body: string | null;
  contentType?: string;
  headers?: Record<string, string>;
};

export type ReplyOptions = {
  corsOrigins: readonly string[];
  /** `Deprecation`, `Sunset` and `Link`, once the end of the version is announced (D171). */
  versionHeaders: Record<string, string>;
};

const exposed =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ' +
  'Idempotency-Replayed, Location, Changes-Remaining';

/** The headers of every response. Four of them are in the contract (spec, general rule 8). */
function commonHeaders(requestId: string, rate: RateState): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'RateLimit-Limit': String(rate.limit),
    'RateLimit-Remaining': String(rate.remaining),
    'RateLimit-Reset': String(rate.resetSeconds),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

function corsHeaders(exchange: Exchange, origins: readonly string[]): Record<string, string> {
  const origin = exchange.req.headers.origin;
  if (origins.length === 0) return {};
  if (!origin || !origins.includes(origin)) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed,
    Vary: 'Origin',
  };
}

/** Writes the answer. No other code of the public API writes an answer. */
export async function send(exchange: Exchange, reply: Reply, options: ReplyOptions): Promise<void> {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
  const headers: Record<string, string> = {
    ...commonHeaders(exchange.requestId, exchange.rate ?? unknownRate),
    ...options.versionHeaders,
    ...corsHeaders(exchange, options.corsOrigins),
  };
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    headers[name] = name === 'Vary' && headers.Vary ? `${headers.Vary}, ${value}` : value;
  }
  if (reply.body === null) {
    res.writeHead(reply.status, headers).end();
    return;
  }
  headers['Content-Type'] = reply.contentType ?? 'application/json';
  const packed = await compress(await encoded(reply.body), req.headers['accept-encoding']);
  if (packed.encoding) headers['Content-Encoding'] = packed.encoding;
  if (packed.vary) headers.Vary = headers.Vary ? `${headers.Vary}, ${packed.vary}` : packed.vary;
  headers['Content-Length'] = String(Buffer.byteLength(packed.body));
  res.writeHead(reply.status, headers).end(exchange.method === 'HEAD' ? undefined : packed.body);
}

type Refused = Pick<Exchange, 'requestId' | 'language' | 'refusal'>;

export function problemReply(exchange: Refused, error: ApiError, errorsUrl: string) {
  const { requestId, language } = exchange;
  exchange.refusal = error;
  const status = problemStatus(error);
  const headers: Record<string, string> = { 'Content-Language': language, Vary: 'Accept-Language' };
  // The header tells the client to send a bearer token (D39).
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="api"';
  if (error.details.allow) headers.Allow = error.details.allow;
  if (error.details.retryAfter) headers['Retry-After'] = String(error.details.retryAfter);
  // A 503 has the header `Retry-After`, but its body has no `retry_after`: only `rate_limited` has that
  // member (D61).
  if (status === 503) headers['Retry-After'] = String(RETRY_AFTER_503_S);
  return {
    status,
    body: JSON.stringify(problemOf(error, { requestId, language, errorsUrl })),
    contentType: 'application/problem+json',
    headers,
  };
}

/**
 * A whole answer as text, for bytes that Node could not read as a request: Node has no `ServerResponse` for them.
 * Without an admission, the limits could not be read.
 */
export function problemText(
  error: ApiError,
  admission: Pick<Admission, 'rate' | 'now'> | undefined,
  errorsUrl: string,
): string {
  const exchange: Refused = {
    requestId: newRequestId(),
    language: DEFAULT_LANGUAGE,
    refusal: undefined,
  };
  const { status, body, contentType, headers } = problemReply(exchange, error, errorsUrl);
  const lines = Object.entries({
    ...commonHeaders(exchange.requestId, admission?.rate ?? unknownRate),
    ...(admission ? { Date: admission.now.toUTCString() } : {}),
    ...headers,
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

/** The problem of a reached rate limit. The number of seconds is in two headers and in the body (D57). */
export function rateLimited(rate: RateWindow): ApiError {
  return new ApiError('rate_limited', {
    limitOf: rate.of,
    detail: `At most ${rate.limit} requests in 60 seconds.`,
    retryAfter: rate.resetSeconds,
  });
}
