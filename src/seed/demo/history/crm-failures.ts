import type { CrmFailureReason, FailureFacts } from '../../../crm/crm-failure.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import type { EventData } from '../../../features/webhooks/events.schema.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { DEMO_CONNECTION } from '../../demo-crm/sales.ts';
import { atHour, daysBefore } from '../calendar.ts';

export type SyncFailure = { at: Date; data: EventData<'crm.sync.failed'>; facts: FailureFacts };

const NEXT_MS = 5 * MINUTE_MS;
const LASTED_MS = 40_000;

/** How many days ago the CRM refused the credentials. */
export const signInDays = 297;

const reasons: readonly [days: number, reason: CrmFailureReason, facts: FailureFacts][] = [
  [signInDays, 'auth', { status: 401 }],
  [118, 'unavailable', { status: 503 }],
  [24, 'unavailable', { code: 'timeout' }],
  [4, 'unavailable', { status: 503 }],
];

/** Failed synchronizations with the CRM, on several nights. */
export function syncFailures(now: Date): SyncFailure[] {
  return reasons.map(([days, reason, facts], n) => {
    const at = atHour(daysBefore(now, days), 2, 15 + n);
    const data = {
      connection_id: DEMO_CONNECTION,
      provider: 'demo',
      sync_run_id: newId('run', at),
      reason,
      consecutive_failures: 1,
      // Without valid credentials, nothing is tried until a person signs in again.
      next_attempt_at: reason === 'auth' ? null : new Date(at.getTime() + NEXT_MS).toISOString(),
    };
    return { at, data, facts };
  });
}

/** The rows of the failed attempts. */
export function runRows(
  tenantId: string,
  failures: readonly SyncFailure[],
): Prisma.CrmSyncRunCreateManyInput[] {
  return failures.map(({ at, data: { sync_run_id, connection_id, reason }, facts }) => ({
    tenant_id: tenantId,
    id: sync_run_id ?? '',
    connection_id,
    cause: 'schedule',
    is_full: false,
    status: 'failed',
    started_at: new Date(at.getTime() - LASTED_MS),
    finished_at: at,
    requests: 4,
    failed_for: reason,
    failure: facts,
  }));
}
