import type { Admission, Admissions } from '../auth/admission.ts';
import { authorise } from '../auth/permissions.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { span } from '../tracing/span.ts';
import { BASE_PATH, DOCUMENT_NAME } from './base-path.ts';
import type { Exchange } from './exchange.ts';
import { type ExecuteDeps, execute } from './execute.ts';
import type { Caller } from './long-poll/wait-for-news.ts';
import { documentReply } from './openapi/reply.ts';
import { type Reply, rateLimited } from './respond.ts';
import { allowedMethods, pathItemAt, routeAt } from './routes.ts';

export type HandleDeps = ExecuteDeps & {
  admissions: Admissions;
  corsOrigins: readonly string[];
  maintenance: boolean;
  /** The address of this installation, without a path. */
  publicUrl: string;
};

/** Makes the checks in the order of the contract (D1). */
export async function handle(deps: HandleDeps, exchange: Exchange): Promise<Reply> {
  if (deps.maintenance) throw new ApiError('unavailable');
  const path = exchange.path.startsWith(`${BASE_PATH}/`)
    ? exchange.path.slice(BASE_PATH.length)
    : null;
  if (exchange.path === DOCUMENT_NAME || path === DOCUMENT_NAME)
    return openDocument(deps, exchange);
  if (exchange.method === 'OPTIONS') return options(deps, exchange, path);
  if (path === null && exchange.path !== BASE_PATH) return outside(deps, exchange);

  exchange.admission = 'pending';
  const credential = { authorization: exchange.req.headers.authorization, ip: exchange.ip };
  const admission = await span({ name: 'admission' }, () => deps.admissions.admit(credential));
  const { actor, now } = requireEnabled(exchange, admission);

  const pathItem = pathItemAt(path ?? '');
  if (!pathItem) {
    throw new ApiError('not_found', {
      detail: 'The API has no such path. Capital and small letters differ.',
    });
  }
  const route = routeAt(pathItem, exchange.method);
  if (!route) throw notAllowed(allowedMethods(pathItem));
  exchange.route = route.template;
  authorise(actor, route.meta.permission);
  const readmit = async () => {
    const caller = requireEnabled(exchange, await deps.admissions.readmit(credential));
    authorise(caller.actor, route.meta.permission);
    return caller;
  };
  return execute(deps, { exchange, actor, route, now, readmit });
}

/** Throws if the key is not admitted, or if its team may not use the API. */
function requireEnabled(exchange: Exchange, admission: Admission): Caller {
  const { actor, apiEnabled, now } = requireAdmitted(exchange, admission);
  if (!apiEnabled)
    throw new ApiError('api_disabled', {
      detail: 'The team is suspended or has ended, or its plan does not include the API.',
    });
  exchange.actor = actor;
  return { actor, now };
}

/** Keeps the rate of the admission for the rate headers. Throws if the key is not admitted. */
function requireAdmitted(
  exchange: Exchange,
  admission: Admission,
): Extract<Admission, { verdict: 'admitted' }> {
  exchange.admission = admission;
  exchange.rate = admission.rate;
  if (admission.verdict === 'limited') throw rateLimited(admission.rate);
  if (admission.verdict === 'unauthorized') {
    // All reasons have the same text (D39).
    throw new ApiError('unauthorized', { detail: 'No valid API key was given.' });
  }
  return admission;
}

async function chargeAddress(deps: HandleDeps, exchange: Exchange): Promise<void> {
  const admission = await deps.admissions.admitAddress(exchange.ip);
  exchange.rate = admission.rate;
  if (admission.verdict === 'limited') throw rateLimited(admission.rate);
}

function notAllowed(allow: string): ApiError {
  // 405 has the code `bad_request` (D5).
  return new ApiError('bad_request', { status: 405, allow, detail: `Allowed: ${allow}.` });
}

async function openDocument(deps: HandleDeps, exchange: Exchange): Promise<Reply> {
  exchange.route = DOCUMENT_NAME;
  const allow = 'GET, HEAD, OPTIONS';
  if (exchange.method === 'OPTIONS') return allowed(deps, exchange, allow);
  await chargeAddress(deps, exchange);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw notAllowed(allow);
  return documentReply(exchange.req.headers['if-none-match'], deps);
}

/** OPTIONS needs no key and charges no window (D7, D58). */
async function options(deps: HandleDeps, exchange: Exchange, path: string | null): Promise<Reply> {
  const pathItem = path === null ? undefined : pathItemAt(path);
  if (!pathItem) return outside(deps, exchange);
  return allowed(deps, exchange, allowedMethods(pathItem));
}

async function allowed(deps: HandleDeps, exchange: Exchange, allow: string): Promise<Reply> {
  exchange.rate = (await deps.admissions.peekAddress(exchange.ip)).rate;
  const origin = exchange.req.headers.origin;
  const preflight = {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Accept-Language',
    'Access-Control-Max-Age': '600',
  };
  const cors = origin !== undefined && deps.corsOrigins.includes(origin);
  return { status: 204, body: null, headers: { Allow: allow, ...(cors ? preflight : {}) } };
}

async function outside(deps: HandleDeps, exchange: Exchange): Promise<never> {
  await chargeAddress(deps, exchange);
  throw new ApiError('not_found', {
    detail: `The API has no such path. Its paths begin with ${BASE_PATH}.`,
  });
}
