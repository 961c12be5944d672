import type { ConnectionSummary } from '../../../features/crm/connections/connections.schema.ts';

const BUSY_MS = 1_000;
const CALM_MS = 15_000;

type Seen = Pick<ConnectionSummary, 'state' | 'next_sync_at'>;

/** Whether the connection runs, or will run soon. */
function isMoving({ state, next_sync_at }: Seen): boolean {
  if (state === 'first' || state === 'running' || state === 'removing') return true;
  return next_sync_at !== null && Date.parse(next_sync_at) < Date.now() + BUSY_MS;
}

/** The milliseconds after which the page reads these connections again. */
export function lookAgain(connections: readonly Seen[]): number {
  return connections.some(isMoving) ? BUSY_MS : CALM_MS;
}

/** Whether a connection waits because of its own daily budget, and not because of the provider's quota. */
export function hasUsedBudget({ daily_budget, requests_today }: ConnectionSummary): boolean {
  return daily_budget !== null && requests_today >= daily_budget;
}
