import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyActor } from '../auth/actor.ts';
import type { Admission } from '../auth/admission.ts';
import { clientIp, isOwnProxy, type TrustProxy } from '../auth/ip-range.ts';
import type { RateState } from '../auth/rate-limits.ts';
import type { Timed } from '../operation/time-limit.ts';
import type { ApiError } from '../shared/errors/errors.ts';
import { preferredLanguage } from '../shared/language/accept-language.ts';
import type { Language } from '../shared/language/language.ts';
import { newRequestId } from '../shared/secrets/request-id.ts';

/** One request, and what is known about it so far. */
export type Exchange = Timed & {
  req: IncomingMessage;
  res: ServerResponse;
  /** We make this id and ignore a client's `X-Request-Id` (D21). */
  requestId: string;
  method: string;
  path: string;
  /** The raw query, without its `?`. */
  query: string;
  ip: string | null;
  language: Language;
  startedAt: number;
  /** How long the call has waited for an event. No latency contains this time. */
  waitedMs: number;
  /** The trace to which the request belongs, if one of our own proxies has named it. */
  traceparent: string | undefined;
  /** The rate that admission found, for the rate headers of the response. */
  rate: RateState | undefined;
  actor: KeyActor | undefined;
  /**
   * The admission of the request. It comes before the operation is looked up, because all operations of the
   * contract need a key. Undefined until somebody has asked for it.
   */
  admission: Admission | 'pending' | undefined;
  /**
   * Why the answer is a problem. For a problem that is repeated for an Idempotency-Key, only the code is
   * known.
   */
  refusal: Pick<ApiError, 'code' | 'details'> | undefined;
  /** The operation's path as in the document, for logs and metrics. */
  route: string | undefined;
};

export function newExchange(
  req: IncomingMessage,
  res: ServerResponse,
  trustProxy: TrustProxy,
): Exchange {
  const { path, query } = targetOf(req);
  return {
    req,
    res,
    requestId: newRequestId(),
    method: req.method ?? 'GET',
    path,
    query,
    ip: clientIp(req.socket.remoteAddress, forwardedFor(req), trustProxy),
    language: preferredLanguage(req.headers['accept-language']),
    startedAt: performance.now(),
    waitedMs: 0,
    traceparent: traceparentOf(req, trustProxy),
    rate: undefined,
    actor: undefined,
    admission: undefined,
    refusal: undefined,
    route: undefined,
    overdue: false,
  };
}

/** Anybody may send the header, also a client that wants its requests to be recorded. */
function traceparentOf({ headers, socket }: IncomingMessage, trust: TrustProxy) {
  const { traceparent } = headers;
  const isText = typeof traceparent === 'string';
  return isText && isOwnProxy(socket.remoteAddress, trust) ? traceparent : undefined;
}

/**
 * The path and the query of the request. A proxy may send the target as an absolute URL: then only its path
 * counts (RFC 9112, 3.2.2).
 */
function targetOf(req: IncomingMessage): { path: string; query: string } {
  const target = req.url ?? '/';
  const absolute = /^https?:\/\/[^/?]*/i.exec(target);
  const url = absolute ? target.slice(absolute[0].length) || '/' : target;
  const queryAt = url.indexOf('?');
  if (queryAt < 0) return { path: url, query: '' };
  return { path: url.slice(0, queryAt), query: url.slice(queryAt + 1) };
}

function forwardedFor(req: IncomingMessage): string | undefined {
  const header = req.headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}
