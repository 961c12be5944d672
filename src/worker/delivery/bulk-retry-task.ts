import { z } from 'zod';
import { defineTask } from '../queue/define-task.ts';
import type { BulkRetryLoop } from './bulk-retry-loop.ts';

const payload = z.object({ tenant: z.string(), run: z.string() });

/** A job only says that there may be a bulk retry. So a job may be lost, late or doubled. */
export function bulkRetryTask(bulkRetries: BulkRetryLoop) {
  return defineTask('webhook.retry_all', payload, async () => bulkRetries.wake());
}
