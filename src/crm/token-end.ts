import type { CrmResponse } from './crm-api.ts';

/** When tokens end that live so long: by the provider's own clock, so that none of this machine is asked. */
export function tokenEnd(answer: CrmResponse, livesMs: number): string | null {
  const ms = Date.parse(answer.header('date') ?? '') + livesMs;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
