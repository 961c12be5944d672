import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { bearerToken } from '../auth/bearer.ts';
import { type CommandLineActor, isCommandLineToken } from '../auth/command-line-token.ts';
import type { Config } from '../config.ts';
import type { TeamSlots } from '../db/team-slots.ts';
import { publicError } from '../operation/error-shape.ts';
import { ApiError } from '../shared/errors/errors.ts';
import type { Holder } from '../shared/load/held-bytes.ts';
import { Overload } from '../shared/load/overload.ts';
import { readBytes } from '../shared/load/request-body.ts';
import { COMMAND_LINES, shareOf } from '../shared/load/share-holder.ts';
import type { UnreadAnswers } from '../shared/load/unread-answers.ts';
import type { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Logger } from '../shared/process/log.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import type { AppAnswers, Requester } from '../trpc/answer.ts';
import { type Callers, loginOf } from '../trpc/callers.ts';
import { answerError, appHeaders, writeAnswer } from '../trpc/write-answer.ts';
import { readListenInput, readReport } from './listen.schema.ts';
import { ListenerHub } from './listener-hub.ts';
import { ListenerStream } from './listener-stream.ts';
import { openListener } from './open-listener.ts';
import { recordAnswers } from './record-answers.ts';

export const LISTEN_PATH = '/command-line';

/** The most command lines that one process serves. Further ones get 503 and try another process. */
export const MOST_OF_PROCESS = 1_000;
const LARGEST_REPORT = 512 * 1024;
type Options = {
  pool: pg.Pool;
  slots: TeamSlots;
  unread: UnreadAnswers;
  bodies: UnusedBodies;
  log: Logger;
  callers: Callers;
  config: Config;
  isReady: () => boolean;
};
type Deps = Options & { hub: ListenerHub; secretKey: KeyObject };
type Request = { req: IncomingMessage; res: ServerResponse; requester: Requester };

/**
 * Answers the command line of developers. It gets the events of a team as a stream that does not end by itself,
 * and it reports what the developer's receiver has answered.
 */
export function listenAnswers(options: Options): { answer: AppAnswers; stop: () => Promise<void> } {
  const hub = new ListenerHub(options);
  const secretKey = deriveKey(options.config.encryptionKey, 'webhook-secret');
  const deps = { ...options, hub, secretKey };
  return {
    answer: (req, res, requester) => answer(deps, { req, res, requester }),
    stop: () => hub.stop(),
  };
}

async function answer(deps: Deps, request: Request): Promise<void> {
  const { req, res, requester } = request;
  for (const [header, value] of Object.entries(appHeaders)) res.setHeader(header, value);
  res.setHeader('X-Request-Id', requester.requestId);
  const [path, query = ''] = (req.url ?? '').split(/\?(.*)/s);
  try {
    if (!deps.isReady() || deps.config.maintenance || deps.hub.isStopping) {
      throw new ApiError('unavailable');
    }
    if (path === '/listen') return await listen(deps, request, query);
    if (path === '/answers') return await report(deps, request);
    throw new ApiError('not_found');
  } catch (error) {
    record(deps, request, error);
    if (res.headersSent) res.destroy();
    else answerError({ req, res }, error, requester);
  }
}

async function listen(deps: Deps, request: Request, query: string): Promise<void> {
  const { req, res, requester } = request;
  const { pool, slots, unread, hub, secretKey, log } = deps;
  if (req.method !== 'GET') throw new ApiError('bad_request', { status: 405, allow: 'GET' });
  const { actor, token } = await actorOf(deps, request);
  const input = readListenInput(query);
  if (hub.size >= MOST_OF_PROCESS) {
    const cause = new Overload('team_connections', 'too many command lines listen');
    throw new ApiError('unavailable', { cause });
  }
  const reader = holderOf(actor);
  unread.requireRoom(reader);
  const opened = await slots.change(shareOf(actor), (limit) =>
    openListener(pool, { actor, input, secretKey }, limit),
  );
  if (res.destroyed) return;
  res.statusCode = 200;
  res.setHeader('Content-Type', 'application/x-ndjson');
  res.setHeader('Cache-Control', 'no-store, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  res.setHeader('Connection', 'close');
  const keepAliveMs = input.keep_alive * 1_000;
  const stream = new ListenerStream({ res, opened, token, keepAliveMs, unread, reader });
  const line = { request_id: requester.requestId, tenant_id: actor.tenantId, listener: opened.id };
  log.info({ ...line, resumed: opened.isResumed }, 'a command line listens');
  hub.add(stream);
  res.once('close', () => {
    hub.remove(stream);
    log.info(line, 'a command line has gone');
  });
  // The process may have begun to stop meanwhile.
  if (hub.isStopping) stream.end('stopping');
}

async function report(deps: Deps, request: Request): Promise<void> {
  const { req, res, requester } = request;
  if (req.method !== 'POST') throw new ApiError('bad_request', { status: 405, allow: 'POST' });
  const { actor } = await actorOf(deps, request);
  const arriving = deps.bodies.arriving(holderOf(actor), res);
  const reported = readReport(await readBytes(req, LARGEST_REPORT, arriving));
  const isRecognized = await deps.slots.change(shareOf(actor), (limit) =>
    recordAnswers(deps.pool, actor, { reported, ...limit }),
  );
  if (!isRecognized) throw new ApiError('not_found');
  writeAnswer(res, { status: 200, body: '{"ok":true}', failures: [] }, requester);
}

function holderOf(actor: CommandLineActor): Holder {
  return { person: actor.personId, team: shareOf(actor) };
}

/**
 * Finds the person at the command line. A request with a cookie is refused: it comes from a browser, and no
 * browser has such a token.
 */
async function actorOf(
  { callers, slots, pool }: Deps,
  { req, requester: { ip } }: Request,
): Promise<{ actor: CommandLineActor; token: string }> {
  const [header, ...more] = req.headersDistinct.authorization ?? [];
  const token = bearerToken(header) ?? '';
  const isOdd = more.length > 0 || req.headers.cookie !== undefined || !isCommandLineToken(token);
  const shown = { commandLine: isOdd ? null : token, ip };
  const actor = await callers.commandLine(slots.withSlots(COMMAND_LINES, pool), shown);
  callers.charge(loginOf(actor), 'query');
  return { actor, token };
}

function record(
  { log }: Deps,
  { requester: { requestId: request_id } }: Request,
  error: unknown,
): void {
  const shown = publicError(error);
  if (shown.code === 'internal') log.error({ err: shown.cause, request_id }, 'internal');
  log.info({ request_id, code: shown.code }, 'command line');
}
