import { expect, test } from 'vitest';
import { changesBeyondRedocly } from '../../scripts/openapi/changes-beyond-redocly.ts';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { document, events, operations, type Schema } from './harness/openapi-parts.ts';

/** The table of the contract (spec, Events) with the additions of D158. */
const contract = {
  'training.completed': ['training_id', 'user_id', 'assignment_id', 'status'],
  'evaluation.completed': ['training_id', 'user_id', 'score'],
  'assignment.created': ['assignment_id', 'status', 'member_id', 'user_id'],
  'assignment.completed': ['assignment_id', 'status', 'member_id', 'user_id'],
  'member.joined': ['member_id', 'user_id', 'role', 'status'],
  'member.removed': ['member_id', 'user_id', 'role', 'status'],
  'member.erased': ['member_id', 'user_id'],
  'crm.sync.failed': [
    'connection_id',
    'provider',
    'sync_run_id',
    'reason',
    'consecutive_failures',
    'next_attempt_at',
  ],
  ping: ['endpoint_id'],
};

function schemaOf(type: string): Schema {
  const reference = events.find(({ name }) => name === type)?.body?.schema as { $ref: string };
  return document.components?.schemas?.[reference.$ref.split('/').at(-1) ?? ''] as Schema;
}

test('V: every type of event is described', () => {
  expect(events.map(({ name }) => name)).toEqual(Object.keys(contract));
});

test.each(Object.entries(contract))('D158: the envelope of %s and its data', (type, names) => {
  const { properties = {}, required } = schemaOf(type);
  const envelope = ['id', 'type', 'created_at', 'api_version', 'tenant_id', 'data'];
  expect(Object.keys(properties)).toEqual(envelope);
  expect(required).toEqual(envelope);
  expect(properties.type).toMatchObject({ type: 'string', const: type });
  const data = properties.data as Schema;
  expect(Object.keys(data.properties ?? {})).toEqual(['team_id', ...names]);
});

test.each(events)(
  'V: $name has headers with its signature and its id, and needs no key',
  ({ parameters, security }) => {
    expect(parameters).toMatchObject([
      { name: 'Svc-Signature', in: 'header', required: true },
      { name: 'Svc-Event-Id', in: 'header', required: true },
      // Older secrets have no form that Standard Webhooks could decode.
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
      })),
    ]);
    expect(security).toEqual([]);
  },
);

test.each(events)(
  'D175: $name has a description and an example that fits its schema',
  ({ name, ...event }) => {
    expect(event.summary).toMatch(/\S/);
    expect(event.body?.example).toMatchObject({
      type: name,
      data: { team_id: expect.any(String) },
    });
    expect(Object.keys(document.webhooks?.[name]?.post?.responses ?? {})).toEqual([
      '2XX',
      'default',
    ]);
  },
);

test('Ver2: a header that came with every event still comes', () => {
  const current = structuredClone(document);
  current.webhooks?.ping?.post?.parameters?.splice(1, 1);
  expect(changesBeyondRedocly(document, document)).toEqual([]);
  expect(changesBeyondRedocly(document, current)).toMatchObject([{ rule: 'event-header-removed' }]);
  expect(changesBeyondRedocly(current, document)).toEqual([]);
});

test('D162: the form of the signature leaves room for further parts', () => {
  const header = document.components?.parameters?.['Svc-Signature'] as { schema: Schema };
  const { pattern, examples } = header.schema;
  const form = new RegExp(pattern ?? '(?!)');
  const signature = signatureHeader('whsec_x', '{}', 1_793_000_000);
  for (const value of [...(examples ?? []), signature, `${signature},v2=new`]) {
    expect(String(value)).toMatch(form);
  }
  for (const value of ['', 't=,v1=', `${signature}0`, signature.toUpperCase()]) {
    expect(value).not.toMatch(form);
  }
});

test.each([
  ['POST /webhook-endpoints', 'url'],
  ['PATCH /webhook-endpoints/{endpoint_id}', 'url'],
  ['POST /webhook-deliveries/{delivery_id}/retry', 'status'],
])('D80: the example of the refusal of %s has the member %s instead of errors', (name, field) => {
  const { responses } = operations.find((operation) => operation.name === name) ?? {};
  const refused = responses?.find(({ status }) => status === 422)?.media.examples;
  expect(refused?.validation_error).toMatchObject({ value: { field, detail: expect.any(String) } });
  expect(refused?.validation_error).not.toHaveProperty('value.errors');
});
