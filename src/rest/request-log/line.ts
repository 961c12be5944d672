import { type Admission, bearerKey } from '../../auth/admission.ts';
import { hashKey, parseKey } from '../../auth/key-format.ts';
import type { Exchange } from '../exchange.ts';
import { shownPath } from './shown-path.ts';
import { type Why, whyOf } from './why.ts';

type KnownKey = { tenantId: string; keyId: string };

/** Looked up before the line is written. The hash tells a wrong secret from a key that has ended. */
type GivenKey = { prefix: string; hash: Buffer };

/** One request in the log of its team. It has no value that the client has sent. */
type Request = {
  /** By the even clock of this process. */
  endedAt: number;
  requestId: string;
  method: string;
  route: string | null;
  path: string | null;
  status: number;
  code: string | null;
  why: Why | null;
  ms: number;
  ip: string | null;
};
export type KnownLine = Request & { asker: KnownKey; at: Date };
/** Without a time the database was away. */
export type GivenLine = Request & { asker: GivenKey; at: Date | null };
export type Line = KnownLine | GivenLine;

export const isKnown = (line: Line): line is KnownLine => 'tenantId' in line.asker;

/** Methods that a client makes up are not kept. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Null if the request needed no key, or came with nothing that names a team. */
export function lineOf(exchange: Exchange, status: number): Line | null {
  const { admission } = exchange;
  if (admission === undefined) return null;
  const actor = actorOf(admission);
  if (actor) return { ...actor, ...requestOf(exchange, status) };
  const key = bearerKey(exchange.req.headers.authorization);
  const parsed = key === null ? null : parseKey(key);
  if (key === null || !parsed) return null;
  const asker = { prefix: parsed.prefix, hash: hashKey(key) };
  const at = admission === 'asked' ? null : admission.now;
  return { asker, at, ...requestOf(exchange, status) };
}

function actorOf(admission: Admission | 'asked'): Pick<KnownLine, 'asker' | 'at'> | null {
  if (admission === 'asked' || admission.verdict === 'unauthorized' || !admission.actor)
    return null;
  const { tenantId, keyId } = admission.actor;
  return { asker: { tenantId, keyId }, at: admission.now };
}

function requestOf(exchange: Exchange, status: number): Request {
  const { refusal, route } = exchange;
  const endedAt = performance.now();
  return {
    endedAt,
    requestId: exchange.requestId,
    method: methods.has(exchange.method) ? exchange.method : 'other',
    route: route ?? null,
    path: route !== undefined && !route.includes('{') ? null : shownPath(exchange.path),
    status,
    code: refusal?.code ?? null,
    why: refusal ? whyOf(exchange, refusal) : null,
    ms: Math.round(endedAt - exchange.startedAt),
    ip: exchange.ip,
  };
}
