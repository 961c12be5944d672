import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { KeyActor } from '../auth/actor.ts';
import type { Lookups } from '../db/lookups.ts';
import { TeamDb } from '../db/team-db.ts';
import type { TeamSlots } from '../db/team-slots.ts';
import { inTeamTransaction, type LockLimit } from '../db/transaction.ts';
import type { UrlChecker } from '../operation/call.ts';
import { checkUrlAhead } from '../operation/check-url-ahead.ts';
import { FeedPage } from '../operation/feed-page.ts';
import {
  fingerprintOf,
  IdempotentCall,
  isStoredRefusal,
  readIdempotencyKey,
  type StoredReply,
} from '../operation/idempotency.ts';
import type { StoredAnswers } from '../operation/stored-answers.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { ApiError, type ErrorCode, errorCatalogue } from '../shared/errors/errors.ts';
import { CreatedJson, JsonText } from '../shared/json/json-text.ts';
import { shareOf } from '../shared/load/share-holder.ts';
import type { UnreadAnswers } from '../shared/load/unread-answers.ts';
import type { UnusedBodies } from '../shared/load/unused-bodies.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import { BASE_PATH } from './base-path.ts';
import type { Exchange } from './exchange.ts';
import type { FeedReaders } from './feed-readers.ts';
import { type Caller, type PageReply, waitForNews } from './long-poll/wait-for-news.ts';
import type { WaitingCalls } from './long-poll/waiting-calls.ts';
import { assertReadable, type Input, inputLocationOf, readInput } from './read-input.ts';
import { problemReply, type Reply } from './respond.ts';
import type { Route } from './routes.ts';
import { toApiError } from './to-api-error.ts';

export type ExecuteDeps = {
  pool: pg.Pool;
  lookups: Lookups;
  /** Limits how many connections one team uses. */
  slots: TeamSlots;
  /** Limits how many bytes of unread answers one team may have, together with the app. */
  unread: UnreadAnswers;
  /** Limits how many bytes of bodies wait for their requests, together with the app. */
  bodies: UnusedBodies;
  errorsUrl: string;
  cursorKey: KeyObject;
  /** The key that encrypts stored responses. */
  sealKey: KeyObject;
  /** Limits how many bytes of stored responses one key and one team may have. */
  stored: StoredAnswers;
  /** The key that encrypts the signing secrets of webhook endpoints. */
  secretKey: KeyObject;
  urlChecker: UrlChecker;
  outgoing: Outgoing;
  waiting: WaitingCalls;
  readers: FeedReaders;
};

/** A request that has passed admission and has the permission for its operation. */
type Run = {
  deps: ExecuteDeps;
  exchange: Exchange;
  actor: KeyActor;
  route: Route;
  input: Input;
  urlChecker: UrlChecker;
  now: Date;
};

export async function execute(
  deps: ExecuteDeps,
  request: Caller & { exchange: Exchange; route: Route; readmit: () => Promise<Caller> },
): Promise<Reply> {
  const { exchange, actor, route, now, readmit } = request;
  if (route.meta.sends) deps.outgoing.requireOpen();
  const arriving = () =>
    deps.bodies.arriving({ person: actor.keyId, team: shareOf(actor) }, exchange.res);
  const input = await readInput(exchange, route, arriving);
  // `target` names the field of the input that contains the URL of a receiver.
  const url = route.meta.target && targetUrlOf(input, route, route.meta.target);
  const urlChecker = url ? await checkUrlAhead(deps.urlChecker, url) : deps.urlChecker;
  const run: Run = { deps, exchange, actor, route, input, urlChecker, now };
  if (route.type === 'mutation') {
    return deps.slots.change(shareOf(actor), (limit) => countUnread(run, () => mutate(run, limit)));
  }
  const { waiting } = deps;
  const read = (caller: Caller, value: Input['value']) =>
    readAs({ ...run, ...caller, input: { ...input, value } });
  return waitForNews({
    waiting,
    exchange,
    caller: { actor, now },
    input: input.value,
    readmit,
    read,
  });
}

function readAs(run: Run): Promise<PageReply> {
  const { deps, actor } = run;
  return deps.slots.run(shareOf(actor), () =>
    countUnread(run, () => invoke(run, new TeamDb(deps.pool, actor, { lookups: deps.lookups }))),
  );
}

/**
 * Refuses a request of a team with too many unread answers. Counts the bytes of the answer until the team has
 * read it. Runs when the request has its turn.
 */
async function countUnread<R extends Reply>(
  { deps, actor, exchange }: Run,
  work: () => Promise<R>,
): Promise<R> {
  const reader = { team: shareOf(actor) };
  deps.unread.requireRoom(reader);
  const reply = await work();
  deps.unread.add(reader, reply.body?.length ?? 0, exchange.res);
  return reply;
}

/** The URL that the operation will check, if its input is valid. */
function targetUrlOf(input: Input, route: Route, target: string): string | undefined {
  if (input.issues.length > 0) return undefined;
  const url = route.input.safeParse(input.value).data?.[target];
  return typeof url === 'string' ? url : undefined;
}

/** Runs a mutation in one transaction. A query needs none. */
async function mutate(run: Run, limit: LockLimit): Promise<Reply> {
  const { deps, exchange, actor, route } = run;
  // Other methods ignore the header (D98).
  const headers = exchange.req.headersDistinct['idempotency-key'] ?? [];
  const key = route.method === 'POST' ? readIdempotencyKey(headers) : undefined;
  const work = (db: TeamDb) => (key === undefined ? invoke(run, db) : invokeOnce(run, db, key));
  const beforeCommit = () => requireInTime(exchange);
  return inTeamTransaction(deps.pool, actor, work, { beforeCommit, ...limit });
}

async function invoke(run: Run, db: TeamDb): Promise<PageReply> {
  const { exchange, actor, route, input, urlChecker, now, deps } = run;
  assertReadable(input, route);
  const { requestId, ip, language } = exchange;
  const { cursorKey, secretKey, readers } = deps;
  const about = { db, actor, now, requestId, ip, language };
  const call = { ...about, cursorKey, secretKey, urlChecker, readers };
  const result = await route.call(call, input.value).catch((error: unknown) => {
    throw toApiError(error, { path: route.pathParameters, rest: inputLocationOf(route) });
  });
  const body = result instanceof JsonText ? result.text : JSON.stringify(result);
  const headers: Record<string, string> = {};
  // `Location`: where the client finds what it has created (D3).
  if (result instanceof CreatedJson) {
    headers.Location = `${BASE_PATH}${route.meta.createdAt}/${result.id}`;
  }
  // The answer contains labels in the client's language (D78).
  if (route.meta.localised) {
    headers['Content-Language'] = language;
    headers.Vary = 'Accept-Language';
  }
  const { status } = route.meta;
  if (!(result instanceof FeedPage)) return { status, body, headers };
  return { status, body, headers: { ...headers, ...result.headers }, waiting: result.waiting };
}

/** Runs the action once per Idempotency-Key. A repeated call gets the stored response. */
async function invokeOnce(run: Run, db: TeamDb, key: string): Promise<Reply> {
  const { exchange, actor, route, input, now, deps } = run;
  const action = `${route.method} ${exchange.path.replace(/\/$/, '')}`;
  const fingerprint = fingerprintOf(action, input.body);
  const { sealKey, stored } = deps;
  const owner = actor.lineageId;
  const counted = [
    { kind: 'key', name: owner },
    { kind: 'keys', name: shareOf(actor) },
  ] as const;
  const call = new IdempotentCall(db, { owner, key, fingerprint, now, sealKey, stored, counted });
  const earlier = await call.begin();
  if (earlier) return replay(run, earlier);
  const reply = await invoke(run, db).catch((error: unknown) => storableRefusal(run, db, error));
  const { status, headers } = reply;
  const body = reply.body ?? '';
  const location = headers?.Location ?? null;
  const language = status < 400 ? null : exchange.language;
  await call.store({ status, body, location, language });
  return reply;
}

/**
 * Returns the refusal that is stored as the response: an ApiError that the operation has thrown
 * before it has written anything (D90). Any other error, a failed validation, 429 and 5xx are
 * thrown again, so the transaction rolls back and the key stays unused.
 */
function storableRefusal(run: Run, db: TeamDb, error: unknown): Reply {
  if (!(error instanceof ApiError)) throw error;
  const { status } = errorCatalogue[error.code];
  if (db.hasWritten || !isStoredRefusal(status, error.details.issues)) throw error;
  return problemReply(run.exchange, error, run.deps.errorsUrl);
}

function replay(run: Run, stored: StoredReply): Reply {
  const headers: Record<string, string> = { 'Idempotency-Replayed': 'true' };
  if (stored.location) headers.Location = stored.location;
  const { personal } = run.route.meta.permission;
  // Somebody may have turned the switch off since the response was stored (D96).
  const { privacy } = run.actor;
  const hides = personal !== undefined && privacy.hidden(personal).length > 0;
  // The stored text is returned as it is: parsing and writing it again could change long numbers
  // (D94).
  if (stored.status < 400 && !hides) return { status: stored.status, body: stored.body, headers };
  const body = JSON.parse(stored.body) as Record<string, unknown>;
  if (stored.status < 400) {
    if (hides) privacy.strip(personal, body);
    return { status: stored.status, body: JSON.stringify(body), headers };
  }
  run.exchange.refusal = { code: body.code as ErrorCode, details: {} };
  // The problem gets the id of the repeated request (D94).
  body.request_id = run.exchange.requestId;
  if (stored.language) headers['Content-Language'] = stored.language;
  headers.Vary = 'Accept-Language';
  const contentType = 'application/problem+json';
  return { status: stored.status, body: JSON.stringify(body), contentType, headers };
}
