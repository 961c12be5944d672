import { z } from 'zod';
import { crmFailureReasons } from '../../crm/crm-failure.ts';
import type { Call } from '../../operation/call.ts';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { text } from '../../shared/schema/text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';

const name = text(100).min(1);

export const syncFailureInput = z.strictObject({
  connection_id: name,
  provider: name,
  sync_run_id: name.nullable().default(null),
  reason: z.enum(crmFailureReasons),
  consecutive_failures: z.int().min(1).max(1_000_000).default(1),
  next_attempt_at: dateTimeInput.nullable().default(null),
});

/** Reports that an attempt to synchronize has failed: in the audit log, and as an event to subscribers. */
export async function reportSyncFailure(
  call: Call,
  input: z.input<typeof syncFailureInput>,
): Promise<{ connection_id: string }> {
  const failure = syncFailureInput.parse(input);
  const { connection_id, sync_run_id, consecutive_failures } = failure;
  await recordAudit(call, {
    action: 'crm.sync_failed',
    targetId: connection_id,
    changes: { sync_run_id, consecutive_failures },
  });
  await raiseEvent(call, 'crm.sync.failed', failure);
  return { connection_id };
}
