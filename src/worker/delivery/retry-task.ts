import { z } from 'zod';
import { defineTask } from '../queue/define-task.ts';
import type { RetryLoop } from './retry-loop.ts';

const payload = z.object({ tenant: z.string(), run: z.string() });

/** A job only says that there is a retry. A job that is lost, late or doubled changes nothing. */
export function retryTask(retries: RetryLoop) {
  return defineTask('webhook.retry_all', payload, async () => retries.wake());
}
