import { QuotaWait } from '../../../crm/crm-failure.ts';
import { budgetOf } from '../../../features/crm/budget.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection } from './claimed-connection.ts';

export type SyncLimits = {
  /** Ends the work after the page that is being read. */
  signal: AbortSignal;
  /** After this time, other connections have their turn. */
  maxMs: number;
  /** Called after each answer of the provider that advances the work. */
  onProgress?(records: number): void;
};

/** Throws a QuotaWait until the next day (UTC) if the connection has used up its share. */
export function requireBudget(claimed: ClaimedConnection, requests: number): void {
  const budget = budgetOf(claimed);
  if (budget === null || claimed.requestsToday + requests < budget) return;
  const sinceMidnight = claimed.claimedAt.getTime() % DAY_MS;
  throw new QuotaWait(DAY_MS - sinceMidnight + MINUTE_MS);
}
