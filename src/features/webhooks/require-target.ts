import type { UrlCheck } from '../../egress/url-guard.ts';
import { ApiError } from '../../shared/errors.ts';

/** Only what may be called from here can be an endpoint; each attempt asks again (D152). */
export function requireTarget(checked: UrlCheck): void {
  if ('target' in checked) return;
  throw new ApiError('validation_error', { field: 'url', detail: checked.refusal.detail });
}
