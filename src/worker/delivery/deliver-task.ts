import { z } from 'zod';
import { defineTask } from '../queue/define-task.ts';
import type { DeliveryLoop } from './delivery-loop.ts';

const payload = z.object({
  tenant: z.string(),
  endpoints: z.array(z.string()),
  urgent: z.array(z.string()).nullable(),
});

/** A job only says which endpoints may have due deliveries. So a job may be lost, late or doubled. */
export function deliverTask(loop: DeliveryLoop) {
  return defineTask('webhook.deliver', payload, async ({ tenant, endpoints, urgent }) => {
    const [endpointId = ''] = endpoints;
    loop.wake({
      endpoints: endpoints.map((id) => ({ endpointId: id, tenantId: tenant })),
      urgent: (urgent ?? []).map((id) => ({ id, endpointId, tenantId: tenant })),
    });
  });
}
