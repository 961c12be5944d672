import { bearerToken } from '../../auth/bearer.ts';
import { hashKey, prefixIn } from '../../auth/key-format.ts';
import { BASE_PATH } from '../base-path.ts';
import type { Exchange } from '../exchange.ts';
import { routes } from '../routes.ts';
import { type Why, whyOf } from './why.ts';

/**
 * The key that the request gave. The team is looked up before the line is written. The hash tells a wrong
 * secret from a key that has ended.
 */
type PresentedKey = { prefix: string; hash: Buffer };

/**
 * One request in the log of its team. It contains no value that the client has sent. Each request makes a
 * line: it costs least if all lines have the same fields in the same order.
 */
type Fields = {
  tenantId: string | null;
  keyId: string | null;
  presented: PresentedKey | null;
  /** Null while the database is away. */
  at: Date | null;
  /** The end, by the monotonic clock of this process. */
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
export type TeamLine = Fields & { tenantId: string; keyId: string; at: Date };
export type UnresolvedLine = Fields & { presented: PresentedKey };
export type Line = TeamLine | UnresolvedLine;

export const isOfTeam = (line: Line): line is TeamLine => line.tenantId !== null;

/** The methods that a line names. A client may have invented any other. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Makes the line of a request. Null if the request needed no key, or if nothing in it names a team. */
export function lineOf(exchange: Exchange, status: number): Line | null {
  const { admission, refusal, route } = exchange;
  if (admission === undefined) return null;
  const isKnownKey = admission !== 'pending' && admission.verdict !== 'unauthorized';
  const actor = isKnownKey ? admission.actor : null;
  const presented = actor ? null : presentedKey(exchange);
  if (!actor && !presented) return null;
  const endedAt = performance.now();
  return {
    tenantId: actor ? actor.tenantId : null,
    keyId: actor ? actor.keyId : null,
    presented,
    at: admission === 'pending' ? null : admission.now,
    endedAt,
    requestId: exchange.requestId,
    method: methods.has(exchange.method) ? exchange.method : 'other',
    route: route ?? null,
    path: route !== undefined && !route.includes('{') ? null : shownPath(exchange.path),
    status,
    code: refusal ? refusal.code : null,
    why: refusal ? whyOf(exchange, refusal) : null,
    ms: Math.round(endedAt - exchange.startedAt - exchange.waitedMs),
    ip: exchange.ip,
    // TypeScript cannot see this: an actor with a key has a time, and a request without an actor has a given
    // key.
  } as Line;
}

function presentedKey({ req }: Exchange): PresentedKey | null {
  const key = bearerToken(req.headers.authorization);
  const prefix = key === null ? null : prefixIn(key);
  return key === null || prefix === null ? null : { prefix, hash: hashKey(key) };
}

const LONGEST_PATH = 200;
const isWord = /^[a-z][a-z_-]{0,39}$/;
/** The form of our ids. */
const isId = /^[a-z]{3,4}_[0-9a-z]{26}$/;

const words = new Set(routes.flatMap(({ segments }) => segments));

/**
 * The path below the base path, without its query. Ids of the team's objects are shown. The first segment is
 * shown too: it is a word, perhaps misspelt. Any later segment that is neither a word of the contract nor an
 * id may be personal, such as a name, and is hidden.
 */
function shownPath(path: string): string {
  const [, first = '', ...rest] = path.slice(BASE_PATH.length).split('/');
  const isShown = (segment: string) => words.has(segment) || isId.test(segment);
  const shown = rest.map((segment) => (segment === '' || isShown(segment) ? segment : '…'));
  return `/${[isWord.test(first) ? first : '…', ...shown].join('/')}`.slice(0, LONGEST_PATH);
}
