import type { CrmResponse } from './crm-api.ts';

/**
 * The moment at which new tokens end, if they live this long. The provider's `Date` header says when they
 * begin, so we need no clock of this machine. `worker/crm/synchronize/token-renewing-session.ts` renews the tokens
 * before that moment.
 */
export function tokenExpiry(answer: CrmResponse, livesMs: number): string | null {
  const ms = Date.parse(answer.header('date') ?? '') + livesMs;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
