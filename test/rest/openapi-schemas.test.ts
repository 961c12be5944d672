import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { document, objectsIn, operations, type Schema } from './harness/openapi-parts.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
const schemas = document.components?.schemas ?? {};
ajv.addSchema({ $id: 'document', components: { schemas } });

/** Returns the errors of an example, empty if it is valid. */
function faults(schema: object, example: unknown): unknown[] {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(example) ? [] : (validate.errors ?? []);
}

const bodies = operations.flatMap(({ name, body }) => (body ? [{ name, body }] : []));
const answers = operations.flatMap(({ name, responses }) =>
  responses.map(({ status, media }) => ({ name, status, media })),
);

test.each(bodies)('D175: the body of $name has an example that fits', ({ body }) => {
  expect(body.example).toBeDefined();
  expect(faults(body.schema ?? {}, body.example)).toEqual([]);
});

test.each(answers)('D175: $name answers $status with examples that fit', ({ media }) => {
  const named = Object.values(media.examples ?? {}).map((example) => {
    if ('$ref' in example) throw new Error('An example is a reference');
    return example.value as unknown;
  });
  const examples = media.example ? [media.example] : named;
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(faults(media.schema ?? {}, example)).toEqual([]);
});

test.each(Object.entries(schemas))('D175: the examples within %s fit', (_, schema) => {
  for (const [, part] of objectsIn(schema)) {
    if (!Array.isArray(part.examples)) continue;
    for (const example of part.examples) expect(faults(part, example)).toEqual([]);
  }
});

test('D172: responses are open to new fields, and no set of values is closed', () => {
  for (const [pointer, part] of objectsIn(schemas)) {
    expect([pointer, part.additionalProperties]).not.toEqual([pointer, false]);
    // An event of another type has another schema, and so has a change.
    if (/^\/\w+(?:Event|Change)\/properties\/type$/.test(pointer)) continue;
    expect([pointer, part.enum ?? part.const]).toEqual([pointer, undefined]);
  }
  for (const { media } of answers) expect(media.schema).toHaveProperty('$ref');
});

test('D172: the eleven categories of an objection are examples, as the guide and the app have them', () => {
  const { category } = (schemas.CrmObjection as Schema).properties as Record<string, Schema>;
  expect(category?.examples).toEqual([
    'price',
    'budget',
    'timing',
    'authority',
    'need',
    'competitor',
    'trust',
    'product_fit',
    'contract_legal',
    'status_quo',
    'other',
  ]);
  expect(category?.enum).toBeUndefined();
});

test('D13: request bodies are closed to unknown fields', () => {
  for (const { body } of bodies) {
    expect(body.schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('D33: the schema of every text in a body says how long the text may be', () => {
  for (const { name, body } of bodies) {
    for (const [pointer, part] of objectsIn(body.schema)) {
      const isText = [part.type].flat().includes('string') && !part.enum;
      const isBounded = part.maxLength !== undefined || part.format === 'date';
      if (isText) expect([name, pointer, isBounded]).toEqual([name, pointer, true]);
    }
  }
});

test('D135: a value that is an object or an array has a schema for each, so that generators of clients tell them apart', () => {
  const object = { type: ['object', 'null'], additionalProperties: true };
  const array = { type: 'array', items: {} };
  expect((schemas.Case as Schema).properties?.fields).toEqual({
    description: 'Free-form object or array.',
    anyOf: [object, array],
  });
  for (const [pointer, part] of objectsIn({ paths: document.paths, schemas })) {
    const types = [part.type].flat().filter((type) => type !== 'null');
    expect([pointer, types.length < 2]).toEqual([pointer, true]);
  }
});

test('D173: a nullable value has `type: [T, "null"]`, never `nullable`', () => {
  for (const [pointer, part] of objectsIn({ paths: document.paths, schemas })) {
    expect([pointer, 'nullable' in part]).toEqual([pointer, false]);
    const variants = [...list(part.anyOf), ...list(part.oneOf)];
    // A reference has no type to which null could be added.
    if (variants.some(({ $ref }) => $ref !== undefined)) continue;
    expect([pointer, variants.some(({ type }) => type === 'null')]).toEqual([pointer, false]);
  }
});

function list(value: unknown): Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

test('X: a problem has the members of the table, five of them always', () => {
  const problem = schemas.Problem as Schema;
  expect(problem.required).toEqual(['type', 'title', 'status', 'code', 'request_id']);
  expect(Object.keys(problem.properties ?? {})).toEqual([
    ...(problem.required ?? []),
    'detail',
    'errors',
    'field',
    'dimension',
    'id',
    'required_scope',
    'retry_after',
  ]);
});

test('D34: `fields` and `external_ref` are free-form, and typed clients may write any key', () => {
  const freeForm = objectsIn({ paths: document.paths, schemas }).filter(([pointer]) =>
    /\/properties\/(fields|external_ref)$/.test(pointer),
  );
  expect(freeForm).toHaveLength(8);
  for (const [, { anyOf, ...schema }] of freeForm) {
    expect(list(anyOf)[0] ?? schema).toMatchObject({ additionalProperties: true });
  }
});

test('X: the id of a request is a uuid, the type of a problem a URI', () => {
  expect(schemas.Problem).toMatchObject({
    properties: { request_id: { format: 'uuid' }, type: { format: 'uri' } },
  });
});

test('D26: a field is optional only where the contract says that it may be absent', () => {
  const optional = objectsIn(schemas).flatMap(([pointer, schema]) => {
    const { properties, required } = schema as Schema;
    return Object.keys(properties ?? {})
      .filter((name) => !pointer.startsWith('/Problem') && !required?.includes(name))
      .map((name) => `${pointer.split('/')[1]}.${name}`);
  });
  expect(optional.sort()).toEqual([
    'AssignmentCompletedEvent.user_id',
    'AssignmentCreatedEvent.user_id',
    // Only `member_id` adds them (P557).
    'Catalog.rules',
    'CrmDeal.owner_user_id',
    'EvaluationCompletedEvent.score',
    'EvaluationCompletedEvent.user_id',
    // Only the answer of a sandbox has this field (D51, D176).
    'Me.sandbox',
    'Member.email',
    'MemberErasedEvent.user_id',
    'MemberJoinedEvent.user_id',
    'MemberRemovedEvent.user_id',
    // Only `include=evaluation` adds it (P556).
    'ScoredTraining.evaluation',
    'TrainingCompletedEvent.user_id',
    'WebhookEndpoint.secret',
  ]);
});

test('a field with a format has no pattern besides, and no integer has the technical maximum', () => {
  for (const [pointer, part] of objectsIn({ paths: document.paths, schemas })) {
    if (part.format) expect([pointer, part.pattern]).toEqual([pointer, undefined]);
    expect([pointer, Number.MAX_SAFE_INTEGER]).not.toEqual([pointer, part.maximum]);
  }
});

test('every field of the document, and every parameter, says what it means', () => {
  const named = { schemas, ...Object.fromEntries(bodies.map(({ name, body }) => [name, body])) };
  for (const [pointer, part] of objectsIn(named)) {
    if (/\/examples?\b/.test(pointer)) continue;
    for (const [name, field] of Object.entries((part as Schema).properties ?? {})) {
      const says = '$ref' in field || Boolean(field.description);
      expect([pointer, name, says]).toEqual([pointer, name, true]);
    }
  }
  for (const { name, parameters } of operations) {
    for (const one of parameters) expect([name, one.name, one.description]).not.toContain('');
  }
});
