import { TRPCClientError } from '@trpc/client';
import { failureOf } from './failure.ts';

/** The server answers 503 after 30 s at the latest. After this time we assume that it cannot be reached. */
const LIMIT_MS = 45_000;

/** A proxy, or something like it, has answered in place of the server. */
class OtherAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`No answer of the server, but the status ${status}`);
    this.status = status;
  }
}

type Init = { signal?: AbortSignal | null | undefined };

/** Gives up after the time limit, and rejects an answer that cannot come from the server. */
export async function fetchAnswer(url: RequestInfo | URL, init: Init = {}): Promise<Response> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const answer = await fetch(url, { ...init, signal });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson) throw new OtherAnswer(answer.status);
  return answer;
}

/** Why the server's answer has not arrived. */
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

/** The status of a JSON answer that does not come from the server. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const { response } = (error.meta ?? {}) as { response?: Response };
  return response?.status;
}
