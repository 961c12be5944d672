import { z } from 'zod';
import type { Privacy } from '../../auth/privacy.ts';
import { selectList } from '../../db/select-list.ts';
import { createdAt } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { limitInput } from '../../shared/schema/page-schema.ts';
import { shortList } from '../../shared/schema/short-list.ts';
import { text } from '../../shared/schema/text.ts';
import { endpointFields } from './endpoint-fields.schema.ts';
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
    id: described(z.string(), 'The `{endpoint_id}` in paths.'),
    url: described(z.string(), 'Where events are sent.'),
    events: described(z.array(z.string()), 'The types of the events that are sent to this URL.'),
    status: described(
      z.string(),
      '`disabled`: switched off by a request. `disabled_failures`: paused after three days without a successful delivery. In both states the service keeps the events, and sends them once the status is `active` again.',
      { examples: ['active', 'disabled', 'disabled_failures'] },
    ),
    api_version: described(
      z.string(),
      'The version of the events, as year and month. It never changes.',
    ),
    description: described(
      z.string().nullable(),
      'What the endpoint is for, in the words of its maker.',
    ),
    created_at: createdAt,
    last_success_at: described(
      z.iso.datetime().nullable(),
      'When an event or a test last arrived. Null: none has yet.',
    ),
    secret: described(
      z.string().optional(),
      'The signing secret. Only the response to the creation shows it.',
    ),
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
  .object({
    data: described(z.array(webhookEndpoint), 'All endpoints, at most 100.'),
  })
  .meta({
    id: 'WebhookEndpointList',
    description: 'All endpoints of the team, newest first.',
  });

export const webhookDelivery = z
  .object({
    id: described(z.string(), 'The `{delivery_id}` in paths. The event has an id of its own.'),
    attempt: described(z.int(), 'How many attempts were made; 0 while queued.'),
    status: described(
      z.string(),
      '`pending`: also between two attempts. `gave_up`: the last retry has failed, or nothing could be tried.',
      { examples: ['ok', 'pending', 'gave_up'] },
    ),
    event_type: described(z.string().nullable(), 'The `type` of the event.'),
    created_at: described(z.iso.datetime().nullable(), 'When the event happened.'),
    next_try_at: described(
      z.iso.datetime().nullable(),
      'Null if no attempt is planned: the delivery has ended, or the endpoint is not `active`.',
    ),
    response_code: described(
      z.int().nullable(),
      'The HTTP status of the last attempt; null if there was no response.',
    ),
    response_excerpt: described(
      z.string().nullable(),
      'The first 1,000 characters of the body of that response. While `member_detail_enabled` is off: null if the attempt sent `user_id` or `score`, because the response may repeat them.',
    ),
    response_ms: described(
      z.int().nullable(),
      'How long the last attempt took, in milliseconds. Null for a failed one until the host of the endpoint has answered 2xx once.',
    ),
    error: described(
      z.string().nullable(),
      'Why the last attempt failed, or why the delivery was given up. `http_status`: the answer was not 2xx. `no_answer`: no usable answer came; once the host has answered 2xx once, the error says why. `timeout`: no answer within ten seconds. `connect_refused`: no connection. `tls_error`: TLS or the certificate. `dns_error`: the host was not resolved. `target_blocked`: the host has an address that is not public. `reset`: the connection was cut before an answer came. `invalid_response`: the answer was not HTTP. `worker_lost`, `secret_unreadable`: a fault of the service. `tenant_disabled`: the API of the team was switched off. `endpoint_paused`: held for 30 days. More may be added.',
      { examples: ['http_status', 'timeout', 'connect_refused', 'tls_error', 'endpoint_paused'] },
    ),
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
    data: described(z.array(webhookDelivery), 'The deliveries, at most `limit`.'),
  })
  .meta({
    id: 'WebhookDeliveryList',
    description: 'The latest deliveries to the endpoint, newest first.',
  });

export const webhookTest = z
  .object({
    delivery_id: described(z.string(), 'The id of the delivery in the list of deliveries.'),
    status: described(z.string(), 'Always `pending`: the test is queued.', {
      examples: ['pending'],
    }),
  })
  .meta({
    id: 'WebhookTest',
    description: 'The delivery is queued; it is attempted within seconds.',
    examples: [{ delivery_id: 'whd_01jd4x6k8mq2v5w9y3z7b1c4df', status: 'pending' }],
  });
export type WebhookTest = z.output<typeof webhookTest>;

const endpointId = described(z.string(), 'The id of a webhook endpoint of the team.', {
  examples: ['whe_01jc7t9v2w4x6y8z1a3b5c7d9e'],
});
const deliveryId = described(z.string(), 'The id of a webhook delivery of the team.', {
  examples: ['whd_01jd4x6k8mq2v5w9y3z7b1c4df'],
});
const url = described(
  text(endpointFields.url.most),
  'Where events are sent by POST: `https`, without user and password, at a host whose every address is public.',
);
// Unknown types and `ping` are refused. A type that is named twice counts once (D153).
export const subscribedEvents = described(
  shortList(z.array(z.enum(subscribableEvents)).min(1, 'At least one type of event.')).transform(
    (input) => [...new Set(input)],
  ),
  'At least one type. A repeated type counts once. `ping` cannot be chosen.',
);
const description = described(
  text(endpointFields.description.most).nullish(),
  'What the endpoint is for, for people.',
);

export const listEndpointsInput = z.strictObject({});
export const endpointIdInput = z.strictObject({ endpoint_id: endpointId });
export const deliveryIdInput = z.strictObject({ delivery_id: deliveryId });
export const listDeliveriesInput = z.strictObject({
  endpoint_id: endpointId,
  limit: described(limitInput, 'How many deliveries are listed at most.'),
});
export const createEndpointInput = z
  .strictObject({ url, events: subscribedEvents, description })
  .meta({
    examples: [
      {
        url: 'https://hooks.customer.example/team-api',
        events: ['training.completed', 'evaluation.completed'],
        description: 'Training results for the data warehouse',
      },
    ],
  });
/** The fields that the app edits. */
export const endpointEdits = Object.keys(endpointFields) as (keyof typeof endpointFields)[];
export const changeEndpointInput = z
  .strictObject({
    endpoint_id: endpointId,
    url: url.optional(),
    events: subscribedEvents.optional(),
    description: described(description, 'What the endpoint is for, for people. Null clears it.'),
    // Only the service sets `disabled_failures` (D143).
    status: described(
      z.enum(['active', 'disabled']).optional(),
      '`active` also ends a pause (`disabled_failures`); what was kept meanwhile is then sent.',
    ),
  })
  .meta({ examples: [{ status: 'active' }] });

/** The public shape of `webhook_endpoint e`. Only the answer that makes a secret has it. */
export const endpointShape = selectList(
  webhookEndpoint.omit({ secret: true }),
  { model: 'webhookEndpoint', as: 'e' },
  {},
);

/**
 * The public shape of `webhook_delivery_state d` and its `webhook_endpoint e`. The response and the
 * error are those of the last attempt (D146).
 */
export const deliveryShape = (privacy: Privacy) => `d.id, d.attempt, d.status, d.event_type,
  iso(d.created_at) as created_at,
  iso(coalesce(d.urgent_at, case when e.status = 'active' then d.next_try_at end)) as next_try_at,
  d.response_code, ${shownExcerpt(privacy)} as response_excerpt, d.response_ms, d.error`;

/** An answer may repeat what was sent. So it is hidden while a field is hidden that was sent to it (D192). */
function shownExcerpt(privacy: Privacy): string {
  const fields = privacy.hidden('event').map(({ field }) => `'${field}'`);
  if (fields.length === 0) return 'd.response_excerpt';
  return `case when exists (
    select from webhook_attempt a join webhook_event v on v.tenant_id = $1 and v.id = d.event_id
    where a.tenant_id = $1 and a.delivery_id = d.id and a.n = d.attempt and not a.is_reduced
      and v.body::jsonb -> 'data' ?| array[${fields}]
  ) then null else d.response_excerpt end`;
}
