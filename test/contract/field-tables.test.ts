import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { operationsOf, type ResponseObject } from '../harness/document.ts';

/** Fields that a decision has added to the tables. Later ones stand in the changelog. */
const decided: Record<string, readonly string[]> = { Me: ['sandbox'] };

type Table = { schema: string; fields: string[] };

/** The tables of fields in the specification, each with the name that the document gives its object. */
function tablesIn(specification: string): Table[] {
  return specification
    .split(/^### /m)
    .filter((section) => section.includes('\n| Field | Type |'))
    .map((section) => {
      const [heading = ''] = section.split(/ \(|\n/, 1);
      const words = heading.split(' ');
      const schema = words.map(
        ([first = '', ...more]) => first.toUpperCase() + more.join('').toLowerCase(),
      );
      const [, table = ''] = section.split(/^\| Field .*\n.*\n/m);
      const [rows = ''] = table.split('\n\n', 1);
      const fields = [...rows.matchAll(/^\| (.+?) \|/gm)].flatMap(([, names = '']) =>
        names.split(', '),
      );
      return { schema: schema.join(''), fields };
    });
}

const document = inject('document');
const schemas = document.components.schemas ?? {};
const edits = operationsOf(document).filter(({ method }) => method === 'PATCH');
const tables = tablesIn(readFileSync('docs/contract/specification.md', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const ofObjects = tables.filter(({ schema }) => schema in schemas);

test('the specification has a table for each of these objects', () => {
  expect(ofObjects.map(({ schema }) => schema).join(' ')).toBe(
    'Me Member Training Evaluation Assignment Case TeamAnalytics CrmDeal WebhookEndpoint WebhookDelivery',
  );
});

test.each(ofObjects)(
  'D176: $schema has each field of its table in the specification, and CHANGELOG.md names each other one',
  ({ schema, fields }) => {
    const answered = Object.keys(schemas[schema]?.properties ?? {});
    expect(answered).toEqual(expect.arrayContaining(fields));
    const unnamed = answered
      .filter((field) => !fields.includes(field) && !decided[schema]?.includes(field))
      .filter((field) => !changelog.includes(`\`${field}\``));
    expect(unnamed, `Name these fields of ${schema} in CHANGELOG.md, below **API**`).toEqual([]);
  },
);

test.each(edits)('$template: what a program can change, it can read', ({ object }) => {
  const { schema } = object.requestBody?.content['application/json'] ?? {};
  const { content } = object.responses['200'] as ResponseObject;
  const answer = `${content?.['application/json']?.schema?.$ref}`.replace(/.*\//, '');
  const answered = Object.keys(schemas[answer]?.properties ?? {});
  const unread = Object.keys(schema?.properties ?? {}).filter((one) => !answered.includes(one));
  expect(unread, `Add these fields to ${answer} too, in the *.schema.ts of its noun`).toEqual([]);
});
