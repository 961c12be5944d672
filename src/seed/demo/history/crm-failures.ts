import type { EventData } from '../../../features/webhooks/events.schema.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import { atHour, daysBefore } from '../calendar.ts';

export type SyncFailure = { at: Date; data: EventData<'crm.sync.failed'> };

const CONNECTION = 'con_demo';
const reasons = [
  [297, 'The access was revoked in the CRM.'],
  [118, 'The CRM answered with 503.'],
  [24, 'The CRM did not answer within 30 s.'],
  [4, 'The CRM answered with 503.'],
] as const;

/** Nights in which the synchronization with the CRM has failed. */
export function syncFailures(now: Date): SyncFailure[] {
  return reasons.map(([days, reason], n) => {
    const at = atHour(daysBefore(now, days), 2, 15 + n);
    const data = {
      connection_id: CONNECTION,
      provider: 'hubspot',
      sync_run_id: null,
      reason,
      consecutive_failures: 1,
      next_attempt_at: new Date(at.getTime() + HOUR_MS).toISOString(),
    };
    return { at, data };
  });
}
