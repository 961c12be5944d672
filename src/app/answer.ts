import type { IncomingMessage, ServerResponse } from 'node:http';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Passwords } from '../auth/passwords.ts';
import { NO_PASSKEYS, relyingPartyOf } from '../auth/relying-party.ts';
import { ServiceTokens } from '../auth/service-tokens.ts';
import { SessionLoads } from '../auth/session-loads.ts';
import type { Config } from '../config.ts';
import { appRouter } from '../features/router.ts';
import { type ErrorData, errorData, knownError } from '../operation/error-shape.ts';
import { readIdempotencyKey } from '../operation/idempotency.ts';
import { REFUSED } from '../operation/procedure.ts';
import { startTimeLimit } from '../operation/time-limit.ts';
import type { Clock } from '../shared/clock.ts';
import { ApiError } from '../shared/errors.ts';
import { readBytes } from '../shared/request-body.ts';
import { deriveKey } from '../shared/seal.ts';
import { AddressLimit } from './address-limit.ts';
import type { AppDeps, Caller } from './caller.ts';
import { Cookies } from './cookies.ts';
import { ProcedureCalls } from './procedure-calls.ts';
import { RawInput } from './raw-input.ts';
import { requireJson, requireOwnPage } from './same-site.ts';

export const APP_PATH = '/trpc';

/** How many procedures one request may call, and how large its body may be. */
const MAX_BATCH_SIZE = 10;
const MAX_BYTES = 256 * 1024;
/** The product's backend sends many trainings at once. */
const FROM_SERVICE = { maxBytes: 1024 * 1024, maxNames: 40_000 };
const LONGEST_USER_AGENT = 400;

/** On each answer of the app but its pages. */
export const appHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

export type AppGiven = Pick<AppDeps, 'pool' | 'slots' | 'urlChecker' | 'log'> & {
  clock: Clock;
  config: Config;
  /** False until the database is migrated. */
  isReady: () => boolean;
};

/** The caller. */
export type Requester = Pick<Caller, 'requestId' | 'ip' | 'language'>;

export type AppAnswers = (
  req: Request,
  res: Response,
  next: NextFunction,
  asked: Requester,
) => void;

/** Answers calls of procedures over HTTP, for our own pages alone. */
export function appAnswers(given: AppGiven): AppAnswers {
  const { config, isReady, clock, ...shared } = given;
  const deps: AppDeps = {
    ...shared,
    sessions: new SessionLoads(given.pool, clock),
    addressLimit: new AddressLimit(),
    passwords: new Passwords(),
    relyingParty: relyingPartyOf(config.publicUrl),
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
    sealKey: deriveKey(config.encryptionKey, 'idempotency'),
    webhookPauseAfterMs: config.webhookPauseAfterMs,
  };
  if (deps.relyingParty === null) deps.log.warn({ public_url: config.publicUrl }, NO_PASSKEYS);
  const ownOrigin = new URL(config.publicUrl).origin;
  const tokens = new ServiceTokens(config.serviceTokens, config.serviceNetworks);
  return (req, res, next, asked) => {
    const caller = callerOf(req, asked);
    for (const [name, value] of Object.entries(appHeaders)) res.setHeader(name, value);
    // An answer in pieces would begin before it is known which cookies go with it.
    delete req.headers['trpc-accept'];
    res.setHeader('X-Request-Id', caller.requestId);
    try {
      if (!isReady() || config.maintenance) throw new ApiError('unavailable');
      if (req.headers.authorization === undefined) requireOwnPage(req, ownOrigin);
      else {
        caller.isService = requireService(req, caller.ip, tokens);
        caller.input = new RawInput(FROM_SERVICE.maxNames);
      }
      requireJson(req);
      // A query ignores the header, as methods other than POST do in REST (D98).
      if (req.method === 'POST') caller.idempotencyKey = keyOf(req);
    } catch (error) {
      refuse(req, res, { error, caller });
      return;
    }
    res.once('close', startTimeLimit(caller, caller.limit.reject));
    Promise.race([readInput(req, caller), caller.limit.promise]).then(
      () => proceduresFor(deps, caller)(req, res, next),
      (error: unknown) => refuse(req, res, { error, caller }),
    );
  };
}

function callerOf(req: IncomingMessage, asked: Requester): Caller {
  return {
    ...asked,
    overdue: false,
    limit: Promise.withResolvers<never>(),
    userAgent: req.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
    cookies: new Cookies(req.headers.cookie),
    input: new RawInput(),
    idempotencyKey: undefined,
    isReplay: false,
    isService: false,
  };
}

/**
 * The product's own backend sends a token and no cookie. All other requests with a token get one
 * answer, which tells nothing of the reason. A request with a cookie comes from a browser.
 */
function requireService(
  { headers, headersDistinct }: IncomingMessage,
  ip: string | null,
  tokens: ServiceTokens,
): true {
  const isAdmitted = tokens.admits({ authorization: headersDistinct.authorization, ip });
  if (!isAdmitted || headers.cookie !== undefined) throw new ApiError('unauthorized');
  return true;
}

function keyOf({ headersDistinct }: IncomingMessage): string | undefined {
  return readIdempotencyKey(headersDistinct['idempotency-key'] ?? []);
}

/** Writes an error in tRPC's form. */
function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { error, caller }: { error: unknown; caller: Caller },
): void {
  const data = errorData(knownError(error), caller);
  const body = JSON.stringify({ error: { code: REFUSED, message: data.title, data } });
  req.resume();
  // tRPC's answers have it too.
  const vary = { Vary: 'trpc-accept, accept' };
  const headers = { 'Content-Type': 'application/json', ...vary, ...retryHeader([data]) };
  res.writeHead(data.httpStatus, headers).end(body);
}

/** When to come back, if one of the calls has to. */
function retryHeader(failures: ErrorData[]): Record<string, string> {
  const seconds = Math.max(0, ...failures.map((data) => data.retry_after ?? 0));
  return seconds > 0 ? { 'retry-after': String(seconds) } : {};
}

/**
 * Reads the input before the procedure begins. tRPC would read it within the procedure, so that a
 * client that sends half a body would keep a transaction open for ever.
 */
async function readInput(req: IncomingMessage, { input, isService }: Caller): Promise<void> {
  if (req.method === 'POST') {
    const body = await readBytes(req, isService ? FROM_SERVICE.maxBytes : MAX_BYTES);
    input.arrived(body);
    Object.assign(req, { body: body.toString() });
    return;
  }
  const [, query = ''] = /\?(.*)$/.exec(req.url ?? '') ?? [];
  input.arrived(new URLSearchParams(query).get('input') ?? '');
}

function proceduresFor(deps: AppDeps, caller: Caller): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ info }) => new ProcedureCalls(deps, caller, info.calls.length),
    maxBatchSize: MAX_BATCH_SIZE,
    responseMeta: ({ errors }) => {
      const failures = errors.map((error) => errorData(knownError(error), caller));
      const lines = caller.cookies.lines();
      return {
        headers: {
          ...retryHeader(failures),
          ...(lines.length > 0 ? { 'set-cookie': lines } : {}),
          ...(caller.isReplay ? { 'idempotency-replayed': 'true' } : {}),
        },
      };
    },
  });
}
