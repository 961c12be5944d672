import { ApiError } from '../shared/errors/errors.ts';

/** The server's time limit for one request, from its headers to the answer (D35). */
export const TIME_LIMIT_MS = 30_000;

export type Timed = {
  /** True if the time limit is over. The client has got 503, and nothing may be committed (D35). */
  overdue: boolean;
};

/** Calls `onLimit` when the time limit is over. The returned function stops the clock. */
export function startTimeLimit(timed: Timed, onLimit: (error: ApiError) => void): () => void {
  const timer = setTimeout(() => {
    timed.overdue = true;
    const cause = new Error('the request has reached the time limit');
    onLimit(new ApiError('unavailable', { cause }));
  }, TIME_LIMIT_MS);
  return () => clearTimeout(timer);
}

/**
 * Throws if the time limit is over, at the end of a transaction: the client has got 503, so nothing may be
 * committed (D35).
 */
export function requireInTime({ overdue }: Timed): void {
  if (overdue) throw new ApiError('unavailable');
}
