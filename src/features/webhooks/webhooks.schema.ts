import { z } from 'zod';
import { limitInput } from '../../shared/page-schema.ts';
import { shortList } from '../../shared/short-list.ts';
import { text } from '../../shared/text.ts';
import { API_VERSION } from './events.schema.ts';
import { subscribableEvents } from './subscribable-events.ts';

const endpointExample = {
  id: 'whe_01jc7t9v2w4x6y8z1a3b5c7d9e',
  url: 'https://hooks.customer.example/team-api',
  events: ['training.completed', 'evaluation.completed'],
  status: 'active',
  api_version: API_VERSION,
  description: 'Training results for the data warehouse',
  created_at: '2026-11-18T09:12:30.000Z',
  last_success_at: '2026-11-20T07:45:02.000Z',
};

export const webhookEndpoint = z
  .object({
    id: z.string().meta({ description: 'The `{endpoint_id}` in paths.' }),
    url: z.string().meta({ description: 'Where events are sent.' }),
    events: z
      .array(z.string())
      .meta({ description: 'The types of the events that are sent to this URL.' }),
    status: z.string().meta({
      description:
        '`disabled`: switched off by a request. `disabled_failures`: paused after three days without a successful delivery. In both states the service keeps the events, and sends them once the status is `active` again.',
      examples: ['active', 'disabled', 'disabled_failures'],
    }),
    api_version: z
      .string()
      .meta({ description: 'The version of the events, as year and month. It never changes.' }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'What the endpoint is for, in the words of its maker.' }),
    created_at: z.iso.datetime().nullable().meta({ description: 'When it was created.' }),
    last_success_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When an event or a test last arrived. Null: none has yet.' }),
    secret: z.string().optional().meta({
      description: 'The signing secret. Only the response to the creation shows it.',
    }),
  })
  .meta({
    id: 'WebhookEndpoint',
    description: 'A URL to which events are sent.',
    examples: [
      endpointExample,
      {
        ...endpointExample,
        last_success_at: null,
        secret: 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM2',
      },
    ],
  });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const webhookEndpointList = z
  .object({ data: z.array(webhookEndpoint).meta({ description: 'All endpoints, at most 100.' }) })
  .meta({ id: 'WebhookEndpointList', description: 'All endpoints of the team, newest first.' });

export const webhookDelivery = z
  .object({
    id: z
      .string()
      .meta({ description: 'The `{delivery_id}` in paths. The event has an id of its own.' }),
    attempt: z.int().meta({ description: 'How many attempts were made; 0 while queued.' }),
    status: z.string().meta({
      description:
        '`pending`: also between two attempts. `gave_up`: the last retry has failed, or nothing could be tried.',
      examples: ['ok', 'pending', 'gave_up'],
    }),
    event_type: z.string().nullable().meta({ description: 'The `type` of the event.' }),
    created_at: z.iso.datetime().nullable().meta({ description: 'When the event happened.' }),
    next_try_at: z.iso.datetime().nullable().meta({
      description:
        'Null if no attempt is planned: the delivery has ended, or the endpoint is not `active`.',
    }),
    response_code: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last attempt; null if there was no response.' }),
    response_excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The first 1,000 characters of the body of that response.' }),
    response_ms: z.int().nullable().meta({
      description:
        'How long the last attempt took, in milliseconds. Null for a failed one until the host of the endpoint has answered 2xx once.',
    }),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the last attempt failed, or why the delivery was given up. `http_status`: the answer was not 2xx. `no_answer`: no usable answer came; once the host has answered 2xx once, the error says why. `timeout`: no answer within ten seconds. `connect_refused`: no connection. `tls_error`: TLS or the certificate. `dns_error`: the host was not resolved. `target_blocked`: the host has an address that is not public. `reset`: the connection was cut before an answer came. `invalid_response`: the answer was not HTTP. `worker_lost`, `secret_unreadable`: a fault of the service. `tenant_disabled`: the API of the team was switched off. `endpoint_paused`: held for 30 days. More may be added.',
        examples: ['http_status', 'timeout', 'connect_refused', 'tls_error', 'endpoint_paused'],
      }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'One event on its way to one endpoint.',
    examples: [
      {
        id: 'whd_01jd4x6k8mq2v5w9y3z7b1c4df',
        attempt: 1,
        status: 'pending',
        event_type: 'training.completed',
        created_at: '2026-11-20T09:30:00.000Z',
        next_try_at: '2026-11-20T09:31:00.412Z',
        response_code: 503,
        response_excerpt: 'Service Unavailable',
        response_ms: 84,
        error: 'http_status',
      },
    ],
  });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryList = z
  .object({
    data: z.array(webhookDelivery).meta({ description: 'The deliveries, at most `limit`.' }),
  })
  .meta({
    id: 'WebhookDeliveryList',
    description: 'The latest deliveries to the endpoint, newest first.',
  });

export const webhookTest = z
  .object({
    delivery_id: z
      .string()
      .meta({ description: 'The id of the delivery in the list of deliveries.' }),
    status: z
      .string()
      .meta({ description: 'Always `pending`: the test is queued.', examples: ['pending'] }),
  })
  .meta({
    id: 'WebhookTest',
    description: 'The delivery is queued; it is attempted within seconds.',
    examples: [{ delivery_id: 'whd_01jd4x6k8mq2v5w9y3z7b1c4df', status: 'pending' }],
  });
export type WebhookTest = z.output<typeof webhookTest>;

const endpointId = z.string().meta({
  description: 'The id of a webhook endpoint of the team.',
  examples: ['whe_01jc7t9v2w4x6y8z1a3b5c7d9e'],
});
const deliveryId = z.string().meta({
  description: 'The id of a webhook delivery of the team.',
  examples: ['whd_01jd4x6k8mq2v5w9y3z7b1c4df'],
});
const url = text(2048).meta({
  description:
    'Where events are sent by POST: `https`, without user and password, at a host whose every address is public.',
});
// Unknown types and `ping` are refused. A type that is named twice counts once (D153).
const events = shortList(z.array(z.enum(subscribableEvents)).min(1, 'At least one type of event.'))
  .transform((given) => [...new Set(given)])
  .meta({
    description: 'At least one type. A repeated type counts once. `ping` cannot be chosen.',
  });
const description = text(500)
  .nullish()
  .meta({ description: 'What the endpoint is for, for people.' });

export const listEndpointsInput = z.strictObject({});
export const endpointIdInput = z.strictObject({ endpoint_id: endpointId });
export const deliveryIdInput = z.strictObject({ delivery_id: deliveryId });
export const listDeliveriesInput = z.strictObject({
  endpoint_id: endpointId,
  limit: limitInput.meta({ description: 'How many deliveries are listed at most.' }),
});
export const createEndpointInput = z.strictObject({ url, events, description }).meta({
  examples: [
    {
      url: 'https://hooks.customer.example/team-api',
      events: ['training.completed', 'evaluation.completed'],
      description: 'Training results for the data warehouse',
    },
  ],
});
/** The fields that the app edits. */
export const endpointEdits = ['url', 'events', 'description', 'status'] as const;
export const changeEndpointInput = z
  .strictObject({
    endpoint_id: endpointId,
    url: url.optional(),
    events: events.optional(),
    description: description.meta({
      description: 'What the endpoint is for, for people. Null clears it.',
    }),
    // Only the service sets `disabled_failures` (D143).
    status: z.enum(['active', 'disabled']).optional().meta({
      description:
        '`active` also ends a pause (`disabled_failures`); what was kept meanwhile is then sent.',
    }),
  })
  .meta({ examples: [{ status: 'active' }] });

/** The public shape of `webhook_endpoint e`. */
export const endpointShape = `e.id, e.url, e.events, e.status, e.api_version, e.description,
  iso(e.created_at) as created_at, iso(e.last_success_at) as last_success_at`;

/**
 * The public shape of `webhook_delivery_state d` and its `webhook_endpoint e`. The response and the
 * error are those of the last attempt (D146).
 */
export const deliveryShape = `d.id, d.attempt, d.status, d.event_type,
  iso(d.created_at) as created_at,
  iso(coalesce(d.urgent_at, case when e.status = 'active' then d.next_try_at end)) as next_try_at,
  d.response_code, d.response_excerpt, d.response_ms, d.error`;
