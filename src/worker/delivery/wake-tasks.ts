import { z } from 'zod';
import type { Outgoing } from '../../shared/outgoing.ts';
import { defineTask } from '../queue/run-queue.ts';
import type { BulkRetryLoop } from './bulk-retry-loop.ts';
import type { DeliveryLoop } from './delivery-loop.ts';

// A job only says which endpoints and retries to look at. The rows of webhook_pending and of the retries say
// what is due. So a job that is lost, late or doubled does no harm.

const due = z.object({
  tenant: z.string(),
  endpoints: z.array(z.string()),
  urgent: z.array(z.string()).nullable(),
});

export function deliverTask(loop: DeliveryLoop, outgoing: Outgoing) {
  return defineTask('webhook.deliver', due, async ({ tenant, endpoints, urgent }) => {
    if (!outgoing.isOpen) return;
    const [endpointId = ''] = endpoints;
    await loop.wake({
      endpoints: endpoints.map((id) => ({ endpointId: id, tenantId: tenant })),
      urgent: (urgent ?? []).map((id) => ({ id, endpointId, tenantId: tenant })),
    });
  });
}

const retries = z.object({ tenant: z.string(), run: z.string() });

export function bulkRetryTask(bulkRetries: BulkRetryLoop, outgoing: Outgoing) {
  return defineTask('webhook.retry_all', retries, async () => {
    if (outgoing.isOpen) bulkRetries.wake();
  });
}
