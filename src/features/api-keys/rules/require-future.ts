import { ApiError } from '../../../shared/errors.ts';

const FUTURE = 'expires_at must lie in the future.';

/** Refuses an expiry that has passed. Null means that the key does not expire. */
export function requireFuture(expiresAt: Date | null, now: Date, detail = FUTURE): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new ApiError('validation_error', { field: 'expires_at', detail });
}
