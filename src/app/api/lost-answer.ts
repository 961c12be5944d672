import { TRPCClientError } from '@trpc/client';
import { failureOf } from './failure.ts';

/** The server gives up a request after 30 seconds, and says so. Then it has been silent for long. */
const LIMIT_MS = 45_000;

/** Something on the way to the server has answered in its place, such as a proxy. */
class OtherAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`No answer of the server, but the status ${status}`);
    this.status = status;
  }
}

type Init = { signal?: AbortSignal | null | undefined };

/** Gives up after the time limit, and on what cannot be an answer of the server. */
export async function fetchAnswer(url: RequestInfo | URL, init: Init = {}): Promise<Response> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const answer = await fetch(url, { ...init, signal });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson) throw new OtherAnswer(answer.status);
  return answer;
}

/** Why no answer of the server has come. */
export type Loss = 'offline' | 'late' | 'unavailable' | 'too_many' | 'refused' | 'strange';

/** Undefined if the server has answered. */
export function lossOf(error: unknown): Loss | undefined {
  if (failureOf(error)) return undefined;
  const cause = error instanceof TRPCClientError ? error.cause : undefined;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'late';
  const status = cause instanceof OtherAnswer ? cause.status : statusOf(error);
  if (status === undefined) return 'offline';
  if (status >= 500) return 'unavailable';
  if (status === 429) return 'too_many';
  return status >= 400 ? 'refused' : 'strange';
}

/** The status of JSON that is not the server's. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const { response } = (error.meta ?? {}) as { response?: Response };
  return response?.status;
}
