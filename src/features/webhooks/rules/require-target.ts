import type { UrlCheck } from '../../../egress/url-guard.ts';
import { ApiError } from '../../../shared/errors/errors.ts';

/** Refuses a URL that this service may not call. Each attempt checks it again (D152). */
export function requireTarget(check: UrlCheck): void {
  if ('target' in check) return;
  throw new ApiError('validation_error', { field: 'url', because: check.refusal.because });
}
