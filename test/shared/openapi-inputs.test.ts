import { initTRPC } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { freeFormObject } from '../../src/features/cases/free-form.schema.ts';
import { dateInput, dateTimeInput } from '../../src/shared/schema/date-time.ts';
import { limitInput } from '../../src/shared/schema/page-schema.ts';
import { text, trimmedText } from '../../src/shared/schema/text.ts';

const inputs = z.strictObject({
  limit: limitInput,
  since: dateTimeInput.optional(),
  user_id: text(100).optional(),
});
const body = z.strictObject({
  title: trimmedText(1, 120),
  due_date: dateInput.optional(),
  fields: freeFormObject.optional(),
});

function document() {
  const t = initTRPC.meta<OpenApiMeta>().create();
  const router = t.router({
    list: t.procedure
      .meta({ openapi: { method: 'GET', path: '/things' } })
      .input(inputs)
      .output(z.object({}))
      .query(() => ({})),
    create: t.procedure
      .meta({ openapi: { method: 'POST', path: '/things' } })
      .input(body)
      .output(z.object({}))
      .mutation(() => ({})),
  });
  const options = { title: 'Things', version: '1', baseUrl: 'http://localhost' };
  return generateOpenApiDocument(router, { ...options, openApiVersion: '3.1.0' }).paths?.[
    '/things'
  ];
}

test('D63: in the document, limit is an integer from 1 to 200, and 50 by default', () => {
  const limit = {
    in: 'query',
    name: 'limit',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  };
  const parameters = document()?.get?.parameters;
  expect(parameters).toMatchObject([
    limit,
    { name: 'since', schema: { type: 'string', format: 'date-time' } },
    { name: 'user_id', schema: { type: 'string', maxLength: 100 } },
  ]);
  expect(JSON.stringify(parameters)).not.toContain('pattern');
});

test('the limits of D29, D32 and D34 are in the document', () => {
  expect(document()?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: {
            title: { type: 'string', minLength: 1, maxLength: 120 },
            due_date: { type: 'string', format: 'date' },
            fields: { type: 'object', description: expect.stringContaining('200 keys in total') },
          },
          required: ['title'],
          additionalProperties: false,
        },
      },
    },
  });
});

test('generating the document leaves the inputs uncoerced', () => {
  document();
  expect(inputs.safeParse({ limit: '1e2' }).success).toBe(false);
  expect(body.safeParse({ title: 5 }).success).toBe(false);
  expect(inputs.parse({})).toEqual({ limit: 50 });
});
