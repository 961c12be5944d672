import type { Because } from '../../../shared/errors/because.ts';
import { ApiError } from '../../../shared/errors/errors.ts';

/** Refuses an expiry that has passed. Null means that the key does not expire. */
export function requireFuture(
  expiresAt: Date | null,
  now: Date,
  because: Because = 'expiry_passed',
): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new ApiError('validation_error', { field: 'expires_at', because });
}
