import { appRouter } from '../features/router.ts';
import { proceduresOf } from '../operation/trpc/definitions.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { MAX_BATCH_SIZE } from './max-batch-size.ts';

type Type = 'query' | 'mutation';
export type RequestedCalls = {
  /** The procedures. The type of an unknown one is undefined. */
  calls: { path: string; type: Type | undefined }[];
  isBatch: boolean;
  /** The type of all calls. `undefined` if the app has none of the procedures. */
  type: Type | undefined;
  /** The parameter `input` of the query string. */
  input: string;
};

const procedures = proceduresOf(appRouter);
const methods = { query: ['GET', 'POST'], mutation: ['POST'] };

/**
 * Reads which procedures a URL such as `/team.get,members.list?batch=1&input={}` calls. Throws if one request
 * may not make these calls.
 */
export function requestedCalls(method: string, url: string): RequestedCalls {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const isBatch = parameters.get('batch') === '1';
  const names = decoded(path.replace(/^\//, ''));
  const paths = isBatch ? names.split(',') : [names];
  if (paths.length > MAX_BATCH_SIZE)
    throw badRequest(`A batch has at most ${MAX_BATCH_SIZE} calls.`);
  const calls = paths.map((name) => ({ path: name, type: typeOf(name) }));
  const [type, other] = new Set(calls.flatMap((call) => call.type ?? []));
  if (other) throw badRequest('A batch calls either queries or mutations.');
  const allowed = methods[type ?? 'query'];
  if (!allowed.includes(method)) {
    const allow = allowed.join(', ');
    throw new ApiError('bad_request', { status: 405, allow, detail: `Allowed: ${allow}.` });
  }
  return { calls, isBatch, type, input: parameters.get('input') ?? '' };
}

function typeOf(name: string): Type | undefined {
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined;
  const type = procedure?._def.type;
  return type === 'subscription' ? undefined : type;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badRequest('The path is not correctly encoded.');
  }
}

function badRequest(detail: string): ApiError {
  return new ApiError('bad_request', { detail });
}
