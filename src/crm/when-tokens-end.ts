import type { CrmResponse } from './crm-api.ts';

/**
 * The moment at which new tokens end, if they live this long. The provider's `Date` header says when they
 * begin, so we need no clock of this machine.
 */
export function whenTokensEnd(answer: CrmResponse, livesMs: number): string | null {
  const ms = Date.parse(answer.header('date') ?? '') + livesMs;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
