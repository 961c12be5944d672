import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { addressOf, type TrustProxy } from '../auth/ip-range.ts';
import { LISTEN_PATH } from '../listen/listen-answers.ts';
import { BASE_PATH } from '../rest/base-path.ts';
import { type Exchange, newExchange } from '../rest/exchange.ts';
import type { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Logger } from '../shared/process/log.ts';
import { type AppAnswers, type Requester, TRPC_PATH } from '../trpc/answer.ts';
import { EXPORT_PATH } from '../trpc/export/answer.ts';
import { APP_PATH, type AppSite } from './app-site.ts';
import type { DocsRequest, DocsSite } from './docs-site.ts';
import type { SdkFiles } from './sdk-files.ts';
import { answerSite, type ProbeDeps, probeAnswer } from './site.ts';
import { visitorsLanguage } from './visitors-language.ts';

type AppParts = {
  /** PUBLIC_URL. */
  publicUrl: string;
  trustProxy: TrustProxy;
  /** Counts what has arrived of bodies. */
  bodies: UnusedBodies;
  /** The public API. It also refuses all paths that no other part answers. */
  rest: (exchange: Exchange) => Promise<void>;
  /** The procedures of the app, for people. */
  trpc: AppAnswers;
  /** Lists of the app as files. */
  exports: AppAnswers;
  /** The streams of events for command lines. */
  listen: AppAnswers;
  probes: ProbeDeps;
  /** The pages of the app. */
  pages: AppSite;
  docs: DocsSite;
  sdk: SdkFiles;
  log: Logger;
};

/** One year. The header does not cover other hosts of the operator's domain, because they are not ours. */
const HSTS = 'max-age=31536000';

/**
 * True if the request came over plain HTTP. Any client may send this header: it then only loses the header of
 * its own answer. If a proxy says nothing about the scheme, it is https, as in PUBLIC_URL.
 */
const cameOverPlainHttp = (req: IncomingMessage): boolean =>
  req.headers['x-forwarded-proto'] === 'http';

/** Makes the Express app. The first layer that answers a path ends the search. */
export function createApp(parts: AppParts): (req: IncomingMessage, res: ServerResponse) => void {
  const { publicUrl, trustProxy, bodies, rest, trpc, exports, listen } = parts;
  const { probes, pages, docs, sdk, log } = parts;
  const isSecure = publicUrl.startsWith('https:');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Case matters in paths (D8).
  app.enable('case sensitive routing');
  app.enable('strict routing');

  if (trustProxy.kind === 'none') app.use(warnOfProxy(log));
  app.use((req, res, next) => {
    const exchange = newExchange(req, res, trustProxy);
    res.locals.exchange = exchange;
    // Nobody reads such a body, and it would stay in memory while a call waits or a file is sent.
    if (req.method === 'GET' || req.method === 'HEAD') req.resume();
    else bodies.announce(addressOf(exchange.ip), res);
    next();
  });
  app.use(BASE_PATH, (_req, res) => rest(exchangeOf(res)));
  app.use(EXPORT_PATH, (req, res) => {
    return exports(req, res, requesterOf(res));
  });
  app.use(TRPC_PATH, (req, res) => {
    return trpc(req, res, requesterOf(res));
  });
  app.use(LISTEN_PATH, (req, res) => {
    return listen(req, res, requesterOf(res));
  });
  app.use(APP_PATH, async (req, res, next) => {
    const codings = req.headers['accept-encoding'];
    const answered = await answerSite(exchangeOf(res), (path) => pages.answer(path, codings));
    if (!answered) next();
  });
  app.use(async (req, res, next) => {
    const answered = await answerSite(
      exchangeOf(res),
      (path) => sdk.answer(path) ?? docs.answer(docsRequestOf(req, res)),
    );
    if (!answered) next();
  });
  // Add further parts of the site here, as layers and not as routes (`app.get`): Express itself would answer
  // OPTIONS of a route.
  app.use(async (_req, res, next) => {
    const answered = await answerSite(exchangeOf(res), (path) => probeAnswer(path, probes));
    if (!answered) next();
  });
  app.use(async (req, res, next) => {
    const answered =
      wantsPage(req) &&
      (await answerSite(exchangeOf(res), () => docs.missing(docsRequestOf(req, res))));
    if (!answered) next();
  });
  app.use((_req, res) => rest(exchangeOf(res)));
  const failed = (err: unknown, res: ServerResponse) => {
    log.error({ err }, 'an answer could not be written');
    res.destroy();
  };
  app.use((err: unknown, _req: Request, res: Response, _next: NextFunction) => failed(err, res));

  return (req, res) => {
    if (isSecure && !cameOverPlainHttp(req)) res.setHeader('Strict-Transport-Security', HSTS);
    // Express calls this for a target whose path it cannot read. Otherwise Express would answer with its own
    // page.
    const refuseUnreadableTarget = () => {
      rest(newExchange(req, res, trustProxy)).catch((err: unknown) => failed(err, res));
    };
    app(req as Request, res as Response, refuseUnreadableTarget);
  };
}

/** Warns once if a proxy is in front. Without TRUST_PROXY, all of its clients share the limits of one. */
function warnOfProxy(log: Logger) {
  let hasWarned = false;
  return ({ headers }: Request, _res: Response, next: NextFunction): void => {
    if (!hasWarned && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      hasWarned = true;
      log.warn('a request came through a proxy, and TRUST_PROXY is not set');
    }
    next();
  };
}

/** True for a person with a browser at a path that nothing answers. A program gets the problem of the API. */
function wantsPage(req: Request): boolean {
  const types = ['application/problem+json', 'application/json', 'text/html'];
  return !req.path.startsWith('/api/') && req.accepts(types) === 'text/html';
}

function docsRequestOf({ headers }: Request, res: Response): DocsRequest {
  const exchange = exchangeOf(res);
  return {
    path: exchange.path,
    language: visitorsLanguage(exchange),
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
  };
}

function requesterOf(res: Response): Requester {
  const { requestId, ip, language, startedAt, traceparent } = exchangeOf(res);
  return { requestId, ip, language, startedAt, traceparent };
}

function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange;
}
