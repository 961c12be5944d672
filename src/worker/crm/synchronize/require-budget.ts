import { QuotaWait } from '../../../crm/crm-failure.ts';
import { budgetOf } from '../../../features/crm/budget.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type { ClaimedConnection } from './claimed-connection.ts';

/** Throws a QuotaWait until the next day (UTC) if the connection has used up its share. */
export function requireBudget(claimed: ClaimedConnection, requests: number): void {
  const budget = budgetOf(claimed);
  if (budget === null || claimed.requestsToday + requests < budget) return;
  const sinceMidnight = claimed.claimedAt.getTime() % DAY_MS;
  throw new QuotaWait(DAY_MS - sinceMidnight + MINUTE_MS);
}
