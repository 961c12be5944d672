import type { ConnectionSummary } from '../../../features/crm/connections/connections.schema.ts';

/** Whether a connection waits because of its own bound, and not because of the provider's. */
export function hasUsedBudget({ daily_budget, requests_today }: ConnectionSummary): boolean {
  return daily_budget !== null && requests_today >= daily_budget;
}
