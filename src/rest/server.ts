import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { Admissions } from '../auth/admission.ts';
import type { Config } from '../config.ts';
import { TeamSlots } from '../db/team-slots.ts';
import { systemResolver } from '../egress/resolver.ts';
import { type Resolver, TargetGuard } from '../egress/target-guard.ts';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';
import type { Logger } from '../shared/log.ts';
import { Overload } from '../shared/overload.ts';
import { deriveKey } from '../shared/seal.ts';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { type Exchange, newExchange } from './exchange.ts';
import { type HandleDeps, handle } from './handle.ts';
import { countRefusal, countRequest, watchPool } from './metrics.ts';
import { databaseProbe, type Health, whyNotReady } from './readiness.ts';
import { problemReply, type ReplyOptions, send } from './respond.ts';
import { answerSite, siteAnswer } from './site.ts';
import { toApiError } from './to-api-error.ts';
import { UnreadAnswers } from './unread-answers.ts';
import { versionHeaders } from './version-headers.ts';

/** The server's time limit for one request, from its first byte to the answer (D35). */
const TIME_LIMIT_MS = 30_000;
const DRAIN_LIMIT_MS = 10_000;
/** A connection that neither sends nor takes anything: silent from the start, or its answer is not read. */
const SILENCE_LIMIT_MS = 60_000;

const serverOptions = {
  requestTimeout: TIME_LIMIT_MS,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the idle time of the usual proxies, so that it is not us who closes first.
  keepAliveTimeout: 65_000,
  // Node would answer a missing Host by itself, without our headers; nothing here needs it.
  requireHostHeader: false,
};

type ServerDeps = {
  pool: pg.Pool;
  config: Config;
  clock: Clock;
  log: Logger;
  /** The name servers of the machine, unless a test answers for them. */
  resolver?: Resolver;
};

export type Api = {
  server: Server;
  /** Called once the database is migrated; until then everything is answered with 503. */
  markReady(): void;
  /** Takes no more work and lets what is running finish. */
  drain(): Promise<void>;
};

export function createApi(given: ServerDeps): Api {
  const { pool, config, clock, log, resolver = systemResolver() } = given;
  const health: Health = { ready: false, draining: false };
  const admissions = new Admissions(pool, clock);
  const errorsUrl = config.devErrorsUrl;
  const deps: HandleDeps = {
    pool,
    slots: new TeamSlots(pool.options.max),
    unread: new UnreadAnswers(),
    clock,
    admissions,
    errorsUrl,
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    sealKey: deriveKey(config.encryptionKey, 'idempotency'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
    guard: new TargetGuard({ resolver, allowed: config.webhookAllowNetworks }),
    corsOrigins: config.corsOrigins,
    maintenance: config.maintenance,
  };
  const replyOptions = { corsOrigins: config.corsOrigins, versionHeaders: versionHeaders(config) };
  const databaseAnswers = databaseProbe(pool);
  const site = {
    notReady: () => whyNotReady(health, databaseAnswers),
    publicUrl: config.publicUrl,
  };
  watchPool(pool);

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const exchange = newExchange(req, res, config.trustProxy);
    if (await answerSite(exchange, (path) => siteAnswer(path, site))) return;
    await answerWithinTime(exchange, { deps, health, replyOptions, log });
  };
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    // A client that goes on using its connection would hold up the end.
    if (health.draining) res.setHeader('Connection', 'close');
    answer(req, res).catch((err: unknown) => {
      log.error({ err }, 'answering failed');
      res.destroy();
    });
  };
  const server = createServer(serverOptions, onRequest);
  server.setTimeout(SILENCE_LIMIT_MS);
  server.on('checkExpectation', onRequest);
  const notRequests = { admissions, errorsUrl };
  server.on('clientError', (error, socket) => {
    void answerClientError(error, socket as Socket, notRequests);
  });
  server.on('connect', (_req, socket) => void refuseTunnel(socket as Socket, notRequests));
  return {
    server,
    markReady: () => {
      health.ready = true;
    },
    drain: () => drain(server, health),
  };
}

type AnswerDeps = {
  deps: HandleDeps;
  health: Health;
  replyOptions: ReplyOptions;
  log: Logger;
};

async function answerWithinTime(exchange: Exchange, context: AnswerDeps): Promise<void> {
  const { deps, health, replyOptions } = context;
  const timer = setTimeout(() => {
    exchange.overdue = true;
    const cause = new Error('the request has reached the time limit');
    void finish(exchange, new ApiError('unavailable', { cause }), context);
  }, TIME_LIMIT_MS);
  try {
    if (!health.ready) throw new ApiError('unavailable');
    const reply = await handle(deps, exchange);
    clearTimeout(timer);
    // Its 503 has been sent and counted.
    if (exchange.overdue) return;
    await send(exchange, reply, replyOptions);
    record(exchange, reply.status, context.log);
  } catch (error) {
    clearTimeout(timer);
    await finish(exchange, toApiError(error, { path: new Set(), rest: 'body' }), context);
  }
}

async function finish(exchange: Exchange, error: ApiError, context: AnswerDeps): Promise<void> {
  if (exchange.res.headersSent) return;
  const { limit, retryAfter } = error.options;
  if (limit && retryAfter) exchange.rate = { limit, remaining: 0, resetSeconds: retryAfter }; // D59
  const reply = problemReply(exchange, error, context.deps.errorsUrl);
  if (reply.status === 500) {
    context.log.error({ err: error.options.cause, request_id: exchange.requestId }, 'internal');
  } else if (reply.status === 503 && error.options.cause) {
    context.log.warn({ err: error.options.cause, request_id: exchange.requestId }, 'unavailable');
    if (error.options.cause instanceof Overload) countRefusal(error.options.cause.guard);
  }
  await send(exchange, reply, context.replyOptions);
  record(exchange, reply.status, context.log);
}

function record(exchange: Exchange, status: number, log: Logger): void {
  countRequest(exchange, status);
  log.info(
    {
      request_id: exchange.requestId,
      method: exchange.method,
      route: exchange.route,
      status,
      ms: Math.round(performance.now() - exchange.startedAt),
      tenant_id: exchange.actor?.tenantId,
      key_id: exchange.actor?.keyId,
    },
    'request',
  );
}

async function drain(server: Server, health: Health): Promise<void> {
  health.draining = true;
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
  await closed;
  clearTimeout(late);
}
