import type { ConnectionSummary } from '../../../features/crm/connections/connections.schema.ts';

/** Whether a connection waits because of its own daily budget, and not because of the provider's quota. */
export function hasUsedBudget({ daily_budget, requests_today }: ConnectionSummary): boolean {
  return daily_budget !== null && requests_today >= daily_budget;
}
