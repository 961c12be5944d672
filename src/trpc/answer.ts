import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerToken } from '../auth/bearer.ts';
import { isCommandLineToken } from '../auth/command-line-token.ts';
import { Passwords } from '../auth/passwords.ts';
import { NO_PASSKEYS, relyingPartyOf } from '../auth/relying-party.ts';
import { ServiceTokens } from '../auth/service-tokens.ts';
import type { Config } from '../config.ts';
import { readIdempotencyKey } from '../operation/idempotency.ts';
import { startTimeLimit } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import { endRequest, inRequest, span } from '../tracing/span.ts';
import { AnswerBytes } from './answer-bytes.ts';
import { answerCalls } from './answer-calls.ts';
import { arrive, FROM_SERVICE } from './arrive.ts';
import type { AppDeps, Caller } from './caller.ts';
import { Cookies } from './cookies.ts';
import { RawInput } from './raw-input.ts';
import { requestedCalls } from './requested-calls.ts';
import { isCommandLine, requireJson, requireOwnPage } from './same-site.ts';
import { userAgentOf } from './user-agent.ts';
import { answerError, appHeaders } from './write-answer.ts';

export const TRPC_PATH = '/trpc';

export type AppOptions = Pick<
  AppDeps,
  | 'pool'
  | 'slots'
  | 'homes'
  | 'unread'
  | 'bodies'
  | 'stored'
  | 'urlChecker'
  | 'log'
  | 'callers'
  | 'crm'
  | 'outgoing'
  | 'outbound'
> & {
  config: Config;
  /** False until the database is migrated. */
  isReady: () => boolean;
};

/** What is known about the caller from the request itself. */
export type Requester = Pick<Caller, 'requestId' | 'ip' | 'language' | 'startedAt' | 'traceparent'>;

export type AppAnswers = (
  req: IncomingMessage,
  res: ServerResponse,
  requester: Requester,
) => Promise<void>;

/** Answers calls of procedures over HTTP, from our own pages, the command line and the product's backend. */
export function trpcAnswers(options: AppOptions): AppAnswers {
  const { config, isReady, ...shared } = options;
  const deps: AppDeps = {
    ...shared,
    passwords: new Passwords(),
    publicUrl: config.publicUrl,
    relyingParty: relyingPartyOf(config.publicUrl),
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
    sealKey: deriveKey(config.encryptionKey, 'idempotency'),
    webhookPauseAfterMs: config.webhookPauseAfterMs,
    egressAddresses: config.egressAddresses,
  };
  if (deps.relyingParty === null) deps.log.warn({ public_url: config.publicUrl }, NO_PASSKEYS);
  const ownOrigin = new URL(config.publicUrl).origin;
  const tokens = new ServiceTokens(config.serviceTokens, config.serviceNetworks);
  return async (req, res, requester) => {
    const caller = callerOf(req, res, { ...requester, unread: deps.unread });
    for (const [name, value] of Object.entries(appHeaders)) res.setHeader(name, value);
    res.setHeader('X-Request-Id', caller.requestId);
    const failed = (error: unknown) => answerErrorAndCookies({ req, res }, error, caller);
    try {
      if (!isReady() || config.maintenance) throw new ApiError('unavailable');
      admitCaller(req, caller, { tokens, ownOrigin });
      if (req.method === 'HEAD') {
        res.statusCode = 204;
        res.end();
        return;
      }
      requireJson(req);
      const calls = requestedCalls(req.method ?? '', req.url ?? '');
      // A query ignores the header, as methods other than POST do in REST (D98).
      if (calls.type !== 'query') caller.idempotencyKey = keyOf(req);
      res.once('close', startTimeLimit(caller, caller.limit.reject));
      const answer = async () => {
        await span({ name: 'admission' }, () =>
          arrive(deps, { req, res }, { caller, requested: calls }),
        );
        await answerCalls(deps, { caller, requested: calls, res });
      };
      await inRequest(caller, () =>
        answer()
          .catch(failed)
          .finally(() => endSpan({ req, res }, caller)),
      );
    } catch (error) {
      failed(error);
    }
  };
}

type HttpPair = { req: IncomingMessage; res: ServerResponse };

function endSpan({ req, res }: HttpPair, { requestId, isService, commandLine }: Caller): void {
  const app = commandLine === null ? 'app' : 'command_line';
  endRequest(() => ({
    name: `${req.method} ${TRPC_PATH}`,
    attributes: {
      'http.request.method': req.method ?? '',
      'http.response.status_code': res.statusCode,
      'http.route': TRPC_PATH,
      'team_api.request_id': requestId,
      'team_api.caller': isService ? 'service' : app,
    },
    hasFailed: res.statusCode >= 500,
  }));
}

/**
 * Refuses all calls of a request. The answer still sets the cookies, because the session may have a new token
 * by then.
 */
function answerErrorAndCookies({ req, res }: HttpPair, error: unknown, caller: Caller): void {
  const cookies = caller.cookies.lines();
  if (cookies.length > 0 && !res.headersSent) res.setHeader('Set-Cookie', cookies);
  answerError({ req, res }, error, caller);
}

function callerOf(
  req: IncomingMessage,
  res: ServerResponse,
  { unread, ...requester }: Requester & Pick<AppDeps, 'unread'>,
): Caller {
  return {
    ...requester,
    answer: new AnswerBytes(unread, res),
    overdue: false,
    limit: Promise.withResolvers<never>(),
    userAgent: userAgentOf(req),
    cookies: new Cookies(req.headers.cookie),
    input: new RawInput(),
    arrival: {
      loaded: undefined,
      commandLine: undefined,
      failure: undefined,
    },
    idempotencyKey: undefined,
    isReplay: false,
    isService: false,
    commandLine: null,
  };
}

type Admitting = { tokens: ServiceTokens; ownOrigin: string };

/** Accepts our own pages, a command line and the product's own backend, and refuses all other callers. */
function admitCaller(req: IncomingMessage, caller: Caller, { tokens, ownOrigin }: Admitting): void {
  const { authorization } = req.headers;
  const token = bearerToken(authorization) ?? '';
  if (authorization === undefined) {
    if (!isCommandLine(req)) requireOwnPage(req, ownOrigin);
  } else if (isCommandLineToken(token) && isCommandLine(req)) {
    caller.commandLine = token;
    // The proxies cannot tell a developer's token from the one of the product's backend.
    caller.traceparent = undefined;
  } else {
    caller.isService = requireService(req, caller.ip, tokens);
    // The product's own backend may say to which trace the request belongs, as our own proxies may.
    caller.traceparent ??= headerOf(req, 'traceparent');
    caller.input = new RawInput(FROM_SERVICE.maxNames);
  }
}

/**
 * Accepts the product's own backend, which sends a token and no cookie. All other requests with a token get
 * the same answer, so that the answer does not tell the reason. A request with a cookie comes from a browser.
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

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const header = headers[name];
  return typeof header === 'string' ? header : undefined;
}

function keyOf({ headersDistinct }: IncomingMessage): string | undefined {
  return readIdempotencyKey(headersDistinct['idempotency-key'] ?? []);
}
