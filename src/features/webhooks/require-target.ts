import type { Verdict } from '../../egress/target-guard.ts';
import { ApiError } from '../../shared/errors.ts';

/** Only what may be called from here can be an endpoint; each attempt asks again (D152). */
export function requireTarget(verdict: Verdict): void {
  if ('target' in verdict) return;
  throw new ApiError('validation_error', { field: 'url', detail: verdict.refusal.detail });
}
