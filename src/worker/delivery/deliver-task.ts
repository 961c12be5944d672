import { z } from 'zod';
import { defineTask } from '../queue/define-task.ts';
import type { Dispatcher } from './dispatcher.ts';

const payload = z.object({
  tenant: z.string(),
  endpoints: z.array(z.string()),
  urgent: z.array(z.string()).nullable(),
});

/** A job says only where to look; lost, late or doubled it changes nothing. */
export function deliverTask(dispatcher: Dispatcher) {
  return defineTask('webhook.deliver', payload, async ({ tenant, endpoints, urgent }) => {
    const [endpointId = ''] = endpoints;
    dispatcher.look({
      endpoints: endpoints.map((id) => ({ endpointId: id, tenantId: tenant })),
      urgent: (urgent ?? []).map((id) => ({ id, endpointId, tenantId: tenant })),
    });
  });
}
