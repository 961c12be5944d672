import type pg from 'pg';
import type { Admissions } from '../auth/admission.ts';
import type { Config } from '../config.ts';
import { Lookups } from '../db/lookups.ts';
import type { TeamSlots } from '../db/team-slots.ts';
import type { UrlChecker } from '../operation/call.ts';
import type { StoredAnswers } from '../operation/stored-answers.ts';
import { startTimeLimit } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { countOverload } from '../shared/load/overload.ts';
import type { UnreadAnswers } from '../shared/load/unread-answers.ts';
import type { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Logger } from '../shared/process/log.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import { endRequest, inRequest, traceId } from '../tracing/span.ts';
import type { Exchange } from './exchange.ts';
import type { FeedReaders } from './feed-readers.ts';
import { type HandleDeps, handle } from './handle.ts';
import type { WaitingCalls } from './long-poll/waiting-calls.ts';
import { beginRequestsAtZero, countRequest, methodLabel, tookMs } from './metrics.ts';
import type { RequestLog } from './request-log/request-log.ts';
import { problemReply, type ReplyOptions, send } from './respond.ts';
import { routes } from './routes.ts';
import { toApiError } from './to-api-error.ts';

type RestDeps = {
  pool: pg.Pool;
  config: Config;
  log: Logger;
  admissions: Admissions;
  waiting: WaitingCalls;
  readers: FeedReaders;
  slots: TeamSlots;
  unread: UnreadAnswers;
  bodies: UnusedBodies;
  stored: StoredAnswers;
  urlChecker: UrlChecker;
  outgoing: Outgoing;
  requestLog: RequestLog;
  /** False until the database is migrated. Until then each request gets 503. */
  isReady: () => boolean;
};

/** Answers each request of the public API once, as the contract says. */
export function restAnswers(options: RestDeps): (exchange: Exchange) => Promise<void> {
  const { pool, config, admissions, slots, unread, bodies, stored } = options;
  const { urlChecker, outgoing, waiting, readers } = options;
  const deps: HandleDeps = {
    pool,
    lookups: new Lookups(pool),
    slots,
    unread,
    bodies,
    stored,
    admissions,
    errorsUrl: config.devErrorsUrl,
    publicUrl: config.publicUrl,
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    sealKey: deriveKey(config.encryptionKey, 'idempotency'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
    urlChecker,
    outgoing,
    waiting,
    readers,
    corsOrigins: config.corsOrigins,
    maintenance: config.maintenance,
  };
  const replyOptions = { corsOrigins: config.corsOrigins, versionHeaders: versionHeaders(config) };
  beginRequestsAtZero(routes);
  const { log, requestLog, isReady } = options;
  const context = { deps, replyOptions, log, requestLog, isReady };
  return (exchange) => inRequest(exchange, () => answerWithinTime(exchange, context));
}

type Context = {
  deps: HandleDeps;
  replyOptions: ReplyOptions;
  log: Logger;
  requestLog: RequestLog;
  isReady: () => boolean;
};

async function answerWithinTime(exchange: Exchange, context: Context): Promise<void> {
  const endTimeLimit = startTimeLimit(exchange, (error) => {
    answerError(exchange, error, context).catch((err: unknown) => {
      context.log.error({ err }, 'an answer could not be written');
      exchange.res.destroy();
    });
  });
  try {
    if (!context.isReady()) throw new ApiError('unavailable');
    const reply = await handle(context.deps, exchange);
    endTimeLimit();
    // The time limit has already sent and counted a 503.
    if (exchange.overdue) return;
    await send(exchange, reply, context.replyOptions);
    record(exchange, reply.status, context);
  } catch (error) {
    endTimeLimit();
    await answerError(exchange, toApiError(error, { path: new Set(), rest: 'body' }), context);
  }
}

async function answerError(exchange: Exchange, error: ApiError, context: Context): Promise<void> {
  if (exchange.res.headersSent) return;
  const { limit, retryAfter } = error.details;
  // If a limit refused the request, the rate headers show this limit (D59).
  if (limit && retryAfter) exchange.rate = { limit, remaining: 0, resetSeconds: retryAfter };
  const reply = problemReply(exchange, error, context.deps.errorsUrl);
  if (reply.status === 500) {
    context.log.error({ err: error.details.cause, ...idsOf(exchange) }, 'internal');
  } else if (reply.status === 503 && error.details.cause) {
    context.log.warn({ err: error.details.cause, ...idsOf(exchange) }, 'unavailable');
    countOverload(error.details.cause);
  }
  await send(exchange, reply, context.replyOptions);
  record(exchange, reply.status, context);
}

function record(
  exchange: Exchange,
  status: number,
  { log, requestLog }: Pick<Context, 'log' | 'requestLog'>,
): void {
  countRequest(exchange, status);
  endSpan(exchange, status);
  requestLog.note(exchange, status);
  log.info(
    {
      ...idsOf(exchange),
      method: exchange.method,
      route: exchange.route,
      status,
      ms: Math.round(tookMs(exchange)),
      tenant_id: exchange.actor?.tenantId,
      key_id: exchange.actor?.keyId,
    },
    'request',
  );
}

const idsOf = ({ requestId }: Exchange) => ({ request_id: requestId, trace_id: traceId() });

/**
 * Ends the span of the request, with the values of its log line. The span also lasts while the call waits for an
 * event. The log and the metrics leave this time out, so an attribute says how long it was.
 */
function endSpan(exchange: Exchange, status: number): void {
  const { requestId, method, route, actor, refusal, waitedMs } = exchange;
  const label = methodLabel(method, '_OTHER');
  endRequest(() => ({
    name: route ? `${label} ${route}` : label,
    attributes: {
      'http.request.method': label,
      'http.response.status_code': status,
      ...(route && { 'http.route': route }),
      'team_api.request_id': requestId,
      ...(actor && { 'team_api.tenant_id': actor.tenantId, 'team_api.key_id': actor.keyId }),
      ...(refusal && { 'team_api.code': refusal.code }),
      ...(waitedMs > 0 && { 'team_api.waited_ms': Math.round(waitedMs) }),
      ...(status >= 500 && { 'error.type': String(status) }),
    },
    hasFailed: status >= 500,
  }));
}

type Announcement = Pick<Config, 'apiDeprecatedAt' | 'apiSunsetAt' | 'apiDeprecationLink'>;

/** The headers that announce the end of v1 (spec, Versioning 3; RFC 9745 and 8594, D171). */
function versionHeaders(config: Announcement): Record<string, string> {
  const { apiDeprecatedAt, apiSunsetAt, apiDeprecationLink } = config;
  const headers: Record<string, string> = {};
  if (apiDeprecatedAt) headers.Deprecation = `@${Math.floor(apiDeprecatedAt.getTime() / 1000)}`;
  if (apiSunsetAt) headers.Sunset = apiSunsetAt.toUTCString();
  const relations = [apiDeprecatedAt && 'deprecation', apiSunsetAt && 'sunset'].filter(Boolean);
  if (apiDeprecationLink && relations.length > 0) {
    headers.Link = relations.map((rel) => `<${apiDeprecationLink}>; rel="${rel}"`).join(', ');
  }
  return headers;
}
