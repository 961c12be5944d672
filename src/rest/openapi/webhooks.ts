import { z } from 'zod';
import { createSchema, type oas31 } from 'zod-openapi';
import { type EventType, events } from '../../features/webhooks/events.schema.ts';
import { type Schema, tidySchema } from './tidy-schema.ts';

const types = Object.keys(events) as EventType[];

/** The bodies of the events by the names of their components. */
export function eventSchemas(): Record<string, Schema> {
  const { components } = createSchema(z.union(Object.values(events)), { openapiVersion: '3.1.0' });
  return Object.fromEntries(
    Object.entries(components).map(([id, schema]) => [
      id,
      tidySchema(schema, 'response') as Schema,
    ]),
  );
}

/**
 * The requests that the service sends to the endpoints of a team (spec, Events), one entry for each type.
 */
export function webhooks(): Record<string, oas31.PathItemObject> {
  return Object.fromEntries(types.map((type) => [type, { post: delivery(type) }]));
}

function delivery(type: EventType): oas31.OperationObject {
  const { id, description, examples } = events[type].meta() ?? {};
  if (!id || !description || !examples?.[0]) throw new Error(`${type} is not described`);
  return {
    operationId: `receive${id}`,
    tags: [eventTag.name],
    summary: description.replace(/\.$/, ''),
    description:
      type === 'ping'
        ? 'Sent once for each call of the test operation. An endpoint cannot subscribe to it.'
        : `Sent to every endpoint of the team whose \`events\` list \`${type}\`.`,
    security: [],
    parameters: Object.keys(deliveryHeaders).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${id}` },
          example: examples[0],
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. The body is not read beyond 1,000 characters.' },
      default: {
        description:
          'Anything else, a redirect included, is a failure, and so is no answer within ten seconds: ' +
          'it is tried again after 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h.',
      },
    },
  };
}

const standard =
  'For libraries of Standard Webhooks. Absent for an endpoint whose secret has 43 characters after `whsec_`, as older secrets have.';

export const deliveryHeaders = {
  'Svc-Signature': {
    name: 'Svc-Signature',
    in: 'header',
    required: true,
    description:
      '`t` is the time of this attempt in Unix seconds, `v1` the lowercase hex HMAC-SHA256 of the text `<t>.<raw body>` with the whole `secret` of the endpoint as key, as text, `whsec_` included. Take the body byte for byte as it came, refuse a `t` older than five minutes, and compare in constant time. Further parts may be added behind them.',
    schema: {
      type: 'string',
      pattern: '^t=[0-9]+,v1=[0-9a-f]{64}(,|$)',
      examples: [
        't=1793000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
      ],
    },
  },
  'Svc-Event-Id': {
    name: 'Svc-Event-Id',
    in: 'header',
    required: true,
    description:
      'The `id` of the body. An event may come more than once: do nothing the second time.',
    schema: { type: 'string', examples: ['evt_01jd4x6k8mq2v5w9y3z7b1c4dg'] },
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    description: `As \`Svc-Event-Id\`. ${standard}`,
    schema: { type: 'string', examples: ['evt_01jd4x6k8mq2v5w9y3z7b1c4dg'] },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    description: `The time of this attempt in Unix seconds, as in \`Svc-Signature\`. ${standard}`,
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1793000000'] },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    description: `\`v1,\` and the Base64 HMAC-SHA256 of the text \`<webhook-id>.<webhook-timestamp>.<raw body>\`. The key is what the 44 characters after \`whsec_\` are as Base64: 33 bytes. Signatures may be added, each after a space. ${standard}`,
    schema: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( |$)',
      examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    },
  },
} as const satisfies Record<string, oas31.ParameterObject>;

export const eventTag = {
  name: 'Events',
  description:
    'What the service sends to the webhook endpoints of the team, at least once each and in no order.',
};
