import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { Admissions } from '../auth/admission.ts';
import { keyUses } from '../auth/key-uses.ts';
import type { Config } from '../config.ts';
import { type CrmReach, crmReach } from '../crm/crm-reach.ts';
import type { PracticeServer } from '../crm/http/crm-network.ts';
import { HomeTeams } from '../db/home-teams.ts';
import { TeamSlots } from '../db/team-slots.ts';
import { type Resolver, systemResolver } from '../egress/resolver.ts';
import { UrlGuard } from '../egress/url-guard.ts';
import { listenAnswers } from '../listen/listen-answers.ts';
import { urlCheckerOf } from '../operation/check-url-ahead.ts';
import { OutboundQueue } from '../operation/outbound-queue.ts';
import { StoredAnswers } from '../operation/stored-answers.ts';
import { TIME_LIMIT_MS } from '../operation/time-limit.ts';
import { restAnswers } from '../rest/answer.ts';
import { feedReaders } from '../rest/feed-readers.ts';
import { WaitingCalls } from '../rest/long-poll/waiting-calls.ts';
import { watchPool } from '../rest/metrics.ts';
import { RequestLog } from '../rest/request-log/request-log.ts';
import { UnreadAnswers } from '../shared/load/unread-answers.ts';
import { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Logger } from '../shared/process/log.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import type { Clock } from '../shared/time/clock.ts';
import { trpcAnswers } from '../trpc/answer.ts';
import { Callers } from '../trpc/callers.ts';
import { exportAnswers } from '../trpc/export/answer.ts';
import { createApp } from './app.ts';
import { AppSite } from './app-site.ts';
import { answerClientError, answerTunnel } from './client-error.ts';
import { Connections } from './connections.ts';
import { DocsSite } from './docs-site.ts';
import { drain } from './drain.ts';
import { databaseProbe, type Health, whyNotReady } from './readiness.ts';
import { SdkFiles } from './sdk-files.ts';

/**
 * The time limit of a connection without traffic: the client has sent no request, or does not read its
 * answer.
 */
const SILENCE_LIMIT_MS = 60_000;

const serverOptions = {
  requestTimeout: TIME_LIMIT_MS,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // This is longer than the idle time of usual proxies, so that the proxy closes first.
  keepAliveTimeout: 65_000,
  // Node would answer a missing Host itself, without our headers. We do not need Host.
  requireHostHeader: false,
};

type ServerDeps = {
  pool: pg.Pool;
  /** The address for the connection that hears of events. It is never that of a pooler. */
  databaseUrl: string;
  /** The pool of the request log. It is separate, so that no request waits for the log. */
  logPool: pg.Pool;
  config: Config;
  outgoing: Outgoing;
  clock: Clock;
  log: Logger;
  /** The resolver of the machine, unless a test replaces it. */
  resolver?: Resolver;
  /** The providers of the configuration, unless a test replaces them. */
  crm?: CrmReach;
  /** The practice CRM of this process. Without it, none can be connected again. */
  practice?: PracticeServer;
  /** How long a change holds its connection while it waits for a lock, if a test sets it. */
  lockMs?: number;
  /** How often it is written how far readers of feeds are, if a test sets it. */
  readersMs?: number | undefined;
};

export type Api = {
  server: Server;
  /** Called once the database is migrated. Until then each request gets 503. */
  markReady(): void;
  /** Sets the reason why requests still get 503. */
  markWaiting(reason: string): void;
  /** Sets the reason why this process answers no more requests until it ends. */
  markOutdated(reason: string): void;
  /** Takes no further requests and lets the running ones finish. */
  drain(closedByAll?: () => Promise<void>): Promise<void>;
};

export function createApi(options: ServerDeps): Api {
  const { pool, databaseUrl, logPool, config, outgoing, clock, log } = options;
  const { resolver = systemResolver() } = options;
  const health: Health = { waitsFor: 'starting', draining: false };
  const uses = keyUses({ pool, log });
  const requestLog = new RequestLog({ pool: logPool, clock, log, isOn: config.requestLog });
  const admissions = new Admissions(pool, clock, uses);
  const slots = new TeamSlots(pool.options.max, options);
  const guard = new UrlGuard({ resolver, allowed: config.webhookAllowNetworks });
  const urlChecker = urlCheckerOf(guard);
  const held = { unread: new UnreadAnswers(), bodies: new UnusedBodies() };
  const counted = { ...held, stored: new StoredAnswers() };
  const answers = { log, slots, ...counted, urlChecker, outgoing };
  const shared = { pool, config, ...answers, isReady: () => health.waitsFor === null };
  const waiting = new WaitingCalls({ pool, databaseUrl, clock, log });
  const readers = feedReaders({ pool, log, everyMs: options.readersMs });
  const rest = restAnswers({ ...shared, admissions, requestLog, waiting, readers });
  const callers = new Callers(pool, clock);
  const crm = options.crm ?? crmReach(config, guard, options);
  const outbound = new OutboundQueue(clock);
  const ofApp = { ...shared, callers, crm, outbound, homes: new HomeTeams(pool) };
  const trpc = trpcAnswers(ofApp);
  const exports = exportAnswers(ofApp);
  const { answer: listen, stop: stopListening } = listenAnswers(ofApp);
  const databaseAnswers = databaseProbe(pool);
  const notReady = () => whyNotReady(health, databaseAnswers);
  const { publicUrl, trustProxy } = config;
  watchPool(pool);
  const probes = { notReady };
  const parts = { rest, trpc, exports, listen, probes, ...builtSites(config, outgoing, log), log };
  const app = createApp({ publicUrl, trustProxy, bodies: held.bodies, ...parts });
  const { server, connections } = httpServer(app, { admissions, errorsUrl: config.devErrorsUrl });
  return {
    server,
    markReady: () => {
      health.waitsFor = null;
    },
    markWaiting: (reason) => {
      health.waitsFor = `starting: ${reason}`;
    },
    markOutdated: (reason) => {
      health.waitsFor = reason;
    },
    drain: async (closedByAll) => {
      health.draining = true;
      // The streams of listeners never end by themselves, and calls may wait longer than a stop.
      const waitersGone = Promise.all([stopListening(), waiting.stop()]);
      await drain(server, connections, closedByAll);
      await Promise.all([waitersGone, uses.stop(), readers.stop(), requestLog.stop(), crm.close()]);
    },
  };
}

function builtSites(
  config: Config,
  outgoing: Outgoing,
  log: Logger,
): { pages: AppSite; docs: DocsSite; sdk: SdkFiles } {
  const pages = new AppSite(outgoing);
  if (!pages.isBuilt) log.warn('the pages of the app are not built');
  const docs = new DocsSite(config);
  if (!docs.isBuilt) log.warn('the documentation is not built');
  const sdk = new SdkFiles(config.sdkArchives);
  if (!sdk.isBuilt) log.warn('the SDK is not built');
  const { missing } = sdk;
  if (missing.length > 0) {
    log.info({ files: missing }, 'files of earlier versions of the SDK are not in SDK_ARCHIVES');
  }
  return { pages, docs, sdk };
}

type Refusing = { admissions: Admissions; errorsUrl: string };

/** Passes requests to the app. This server itself answers bytes that are not a request. */
function httpServer(
  app: ReturnType<typeof createApp>,
  refusing: Refusing,
): { server: Server; connections: Connections } {
  const server = createServer(serverOptions);
  const connections = new Connections(server, app);
  server.setTimeout(SILENCE_LIMIT_MS);
  const deps = { connections, ...refusing };
  // An error about one connection costs that connection, and never the process.
  server.on('clientError', (error, socket) => {
    answerClientError(error, socket as Socket, deps).catch(() => socket.destroy());
  });
  server.on('connect', (_req, socket) => {
    answerTunnel(socket as Socket, deps).catch(() => socket.destroy());
  });
  return { server, connections };
}
