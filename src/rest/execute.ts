import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { KeyActor } from '../auth/actor.ts';
import { TeamDb } from '../db/team-db.ts';
import type { TeamSlots } from '../db/team-slots.ts';
import { inTeamTransaction } from '../db/transaction.ts';
import type { UrlGuard } from '../egress/url-guard.ts';
import type { UrlChecker } from '../operation/call.ts';
import { checkUrlAhead } from '../operation/check-url-ahead.ts';
import { ApiError, errorCatalogue } from '../shared/errors.ts';
import { JsonText } from '../shared/json-text.ts';
import { BASE_PATH } from './base-path.ts';
import type { Exchange } from './exchange.ts';
import {
  fingerprintOf,
  IdempotentCall,
  readIdempotencyKey,
  type StoredReply,
} from './idempotency.ts';
import { assertReadable, type Input, readInput, restOf } from './read-input.ts';
import { problemReply, type Reply } from './respond.ts';
import type { Route } from './routes.ts';
import { toApiError } from './to-api-error.ts';
import type { UnreadAnswers } from './unread-answers.ts';

export type ExecuteDeps = {
  pool: pg.Pool;
  /** Whose turn it is to use the pool. */
  slots: TeamSlots;
  unread: UnreadAnswers;
  errorsUrl: string;
  cursorKey: KeyObject;
  /** Seals stored responses. */
  sealKey: KeyObject;
  /** Seals the signing secrets of webhook endpoints. */
  secretKey: KeyObject;
  guard: UrlGuard;
};

/** An operation that admission and permissions have let through. */
type Run = {
  deps: ExecuteDeps;
  exchange: Exchange;
  actor: KeyActor;
  route: Route;
  input: Input;
  urlGuard: UrlChecker;
  now: Date;
};

export async function execute(
  deps: ExecuteDeps,
  request: { exchange: Exchange; actor: KeyActor; route: Route; now: Date },
): Promise<Reply> {
  const { exchange, actor, route, now } = request;
  const input = await readInput(exchange, route);
  const urlGuard = await checkUrlAhead(deps.guard, targetOf(route, input));
  const run: Run = { deps, exchange, actor, route, input, urlGuard, now };
  return deps.slots.run(actor.tenantId, async () => {
    deps.unread.check(actor.tenantId);
    const reply = await decide(run);
    deps.unread.add(actor.tenantId, reply.body, exchange.res);
    return reply;
  });
}

/** The URL that the operation will check, if the input is one that it takes. */
function targetOf(route: Route, input: Input): unknown {
  const { target } = route.meta;
  if (!target || input.issues.length > 0) return undefined;
  return route.input.safeParse(input.value).data?.[target];
}

async function decide(run: Run): Promise<Reply> {
  const { deps, exchange, actor, route } = run;
  if (route.type === 'query') return invoke(run, new TeamDb(deps.pool, actor.tenantId));
  // Other methods ignore the header (D98).
  const given = exchange.req.headersDistinct['idempotency-key'] ?? [];
  const key = route.method === 'POST' ? readIdempotencyKey(given) : undefined;
  return inTeamTransaction(deps.pool, actor.tenantId, async (db) => {
    const reply = key === undefined ? await invoke(run, db) : await invokeOnce(run, db, key);
    // Too late: the client has its 503 (D35).
    if (exchange.overdue) throw new ApiError('unavailable');
    return reply;
  });
}

async function invoke(run: Run, db: TeamDb): Promise<Reply> {
  const { exchange, actor, route, input, urlGuard, now, deps } = run;
  assertReadable(input, route);
  const { requestId, language } = exchange;
  const { cursorKey, secretKey } = deps;
  const call = { db, actor, now, requestId, language, cursorKey, secretKey, urlGuard };
  const result = await route.call(call, input.value).catch((error: unknown) => {
    throw toApiError(error, { path: route.pathParameters, rest: restOf(route) });
  });
  const body = result instanceof JsonText ? result.text : JSON.stringify(result);
  const headers: Record<string, string> = {};
  if (route.meta.createdAt) {
    const { id } = JSON.parse(body) as { id: string };
    headers.Location = `${BASE_PATH}${route.meta.createdAt}/${id}`; // D3
  }
  if (route.meta.localised) {
    headers['Content-Language'] = language; // D78
    headers.Vary = 'Accept-Language';
  }
  return { status: route.meta.status, body, headers };
}

/** The first response again for the same key and body, and the action only once. */
async function invokeOnce(run: Run, db: TeamDb, key: string): Promise<Reply> {
  const { exchange, actor, route, input, now, deps } = run;
  const fingerprint = fingerprintOf(route.method, exchange.path.replace(/\/$/, ''), input.body);
  const call = new IdempotentCall(db, actor, { key, fingerprint, now, sealKey: deps.sealKey });
  const stored = await call.begin();
  if (stored) return replay(run, stored);
  const reply = await invoke(run, db).catch((error: unknown) => refusal(run, db, error));
  await call.store({
    status: reply.status,
    body: reply.body ?? '',
    location: reply.headers?.Location ?? null,
    language: reply.status < 400 ? null : exchange.language,
  });
  return reply;
}

/**
 * A refusal by the operation itself is a response to keep (D90); anything else leaves the key free.
 * An operation refuses before it writes; one that did not is undone as a whole.
 */
function refusal(run: Run, db: TeamDb, error: unknown): Reply {
  if (!(error instanceof ApiError)) throw error;
  const { status } = errorCatalogue[error.code];
  if (db.wrote || error.options.issues || status === 429 || status >= 500) throw error;
  return problemReply(run.exchange, error, run.deps.errorsUrl);
}

function replay(run: Run, stored: StoredReply): Reply {
  const headers: Record<string, string> = { 'Idempotency-Replayed': 'true' };
  if (stored.location) headers.Location = stored.location;
  const { withoutMemberDetail } = run.route.meta;
  const strips = withoutMemberDetail && !run.actor.privacy.memberDetailEnabled; // D96
  // The same bytes: written anew, numbers that PostgreSQL keeps exactly would change (D94).
  if (stored.status < 400 && !strips) return { status: stored.status, body: stored.body, headers };
  const body = JSON.parse(stored.body) as Record<string, unknown>;
  if (stored.status < 400) {
    withoutMemberDetail?.(body);
    return { status: stored.status, body: JSON.stringify(body), headers };
  }
  body.request_id = run.exchange.requestId; // D94
  if (stored.language) headers['Content-Language'] = stored.language;
  headers.Vary = 'Accept-Language';
  const contentType = 'application/problem+json';
  return { status: stored.status, body: JSON.stringify(body), contentType, headers };
}
