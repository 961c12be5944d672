import { expect, test } from 'vitest';
import { fenceOf } from '../../../src/docs/markdown/code.ts';
import { valuesText } from '../../../src/docs/reference/markdown-of-parts.ts';
import type { Field } from '../../../src/docs/reference/read-fields.ts';
import { readReference, sayIn } from '../../../src/docs/site/reference.ts';
import { errorCatalogue } from '../../../src/shared/errors/errors.ts';
import {
  codesOf,
  document,
  events,
  operations,
  type Schema,
} from '../../rest/harness/openapi-parts.ts';

const link = (markdown: string) => markdown;
const languages = (['de', 'en'] as const).map((language) => ({
  language,
  ...readReference({ document, language, say: sayIn(language), link }),
}));
const english = languages.find(({ language }) => language === 'en');
const pageOf = (id: string) => {
  const page = english?.operations.find((one) => one.id === id);
  if (!page) throw new Error(`${id} has no page`);
  return page;
};

/** The paths of all fields below a schema, found independently of the product's code. */
function pathsBelow(schema: Schema | undefined): string[] {
  const own = schema && '$ref' in schema ? componentOf(String(schema.$ref)) : schema;
  const entries = own?.items as Schema | undefined;
  if (entries) return pathsBelow(entries).map((path) => `[]${path}`);
  return Object.entries(own?.properties ?? {}).flatMap(([name, part]) => [
    `.${name}`,
    ...pathsBelow(part as Schema).map((path) => `.${name}${path}`),
  ]);
}

function componentOf(ref: string): Schema {
  return document.components?.schemas?.[ref.split('/').at(-1) ?? ''] as Schema;
}

const pathsIn = (fields: readonly Field[]) => fields.map(({ path }) => `.${path}`);

test.each(languages)(
  'every operation, parameter, field and error is in the reference ($language)',
  (all) => {
    expect(all.operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      operations.map(({ name }) => name),
    );
    for (const [index, operation] of operations.entries()) {
      const page = all.operations[index];
      if (!page) throw new Error(operation.name);
      const { path, query, header } = page.parameters;
      const places = [path, query, header].flat().map((field) => field.path);
      expect(places).toEqual(expect.arrayContaining(operation.parameters.map(({ name }) => name)));
      expect(pathsIn(page.body?.fields ?? [])).toEqual(
        pathsBelow(operation.body?.schema as Schema),
      );
      const success = operation.responses.find(({ status }) => status < 300);
      expect(pathsIn(page.answer.fields)).toEqual(pathsBelow(success?.media.schema as Schema));
      expect(page.answer.headers.map((field) => field.path)).toEqual([
        ...(success?.headers.keys() ?? []),
      ]);
      expect(page.errors.map(({ status, code }) => [status, code])).toEqual(
        operation.responses.flatMap((one) => codesOf(one).map((code) => [one.status, code])),
      );
      const fences = ['sh', 'ts sdk', 'ts', 'python sdk', 'python'];
      expect(page.samples.map(fenceOf)).toEqual(fences);
    }
  },
);

test.each(languages)(
  'every event and each of its fields is in the reference ($language)',
  (all) => {
    expect(all.events.map(({ type }) => type)).toEqual(events.map(({ name }) => name));
    for (const [index, { fields, headers, raised, notRaised }] of all.events.entries()) {
      expect(pathsIn(fields)).toEqual(pathsBelow(events[index]?.body?.schema as Schema));
      expect(headers.map(({ path }) => path)).toEqual([
        'Svc-Signature',
        'Svc-Event-Id',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
      expect([raised.length > 0, notRaised.length > 0]).toEqual([true, true]);
    }
  },
);

test.each(languages)('every code has an entry with each of its statuses ($language)', (all) => {
  expect(all.errors.codes.map(({ code }) => code)).toEqual(Object.keys(errorCatalogue));
  for (const { code, statuses, title } of all.errors.codes) {
    const documented = operations.flatMap(({ responses }) =>
      responses.filter((one) => codesOf(one).includes(code)).map(({ status }) => status),
    );
    expect(statuses).toEqual(expect.arrayContaining([...new Set(documented)]));
    expect(title).toBe(errorCatalogue[code as keyof typeof errorCatalogue][all.language]);
  }
  expect(pathsIn(all.errors.fields)).toEqual(pathsBelow(componentOf('Problem')));
});

const codeNamed = (code: string) => {
  const found = english?.errors.codes.find((one) => one.code === code);
  if (!found) throw new Error(`There is no ${code}`);
  return found;
};

test('an error with two causes says for each whether repeating helps', () => {
  const { repeat, cure } = codeNamed('conflict');
  expect(repeat).toBe('running');
  expect(cure.match(/^- /gm)).toHaveLength(2);
  expect(cure).toMatch(/repeating never helps/);
});

test('each form of an error has its example', () => {
  const forms = codeNamed('validation_error').examples.map((example) =>
    ['errors', 'field'].filter((name) => name in JSON.parse(example)),
  );
  expect(forms.toSorted()).toEqual([['errors'], ['field']]);
  for (const { code, examples } of english?.errors.codes ?? []) {
    const expected = ['validation_error', 'not_found'].includes(code) ? 2 : 1;
    expect([code, examples.length]).toEqual([code, expected]);
  }
});

test('an error of nearly every operation lists those that cannot answer it', () => {
  const { from } = codeNamed('insufficient_scope');
  expect(from).toEqual({ allBut: [{ slug: 'get-me', method: 'GET', path: '/me' }] });
  expect(codeNamed('unauthorized').from).toEqual({ allBut: [] });
  expect(codeNamed('last_admin').from).toMatchObject({ operations: [{}, {}] });
});

test('each anchor exists on its page, and is the same in both languages', () => {
  const [first = [], second = []] = languages.map(({ operations, events }) => [
    ...operations.map(({ parameters, body, answer, errors }) =>
      [Object.values(parameters), body?.fields ?? [], answer.fields, answer.headers, errors]
        .flat(2)
        .map(({ anchor }) => anchor),
    ),
    ...events.map(({ fields, headers }) => [...headers, ...fields].map(({ anchor }) => anchor)),
  ]);
  expect(first).toEqual(second);
  for (const anchors of first) {
    expect(anchors).toEqual([...new Set(anchors)]);
    for (const anchor of anchors) expect(anchor).toMatch(/^[a-z][\w-]*$/);
  }
});

test('types, bounds and values are written in words', () => {
  const { body, parameters } = pageOf('createAssignment');
  const field = (path: string) => body?.fields.find((one) => one.path === path);
  expect(field('title')).toMatchObject({ type: 'string', bounds: ['1 to 120 characters'] });
  expect(field('due_date')).toMatchObject({
    type: 'string or null',
    bounds: ['date (YYYY-MM-DD)'],
  });
  expect(field('note')).toMatchObject({ isRequired: false, bounds: ['at most 5000 characters'] });
  expect(parameters.header.map(({ path }) => path)).toEqual([
    'Authorization',
    'Idempotency-Key',
    'Accept-Language',
  ]);
  const [cursor, limit] = pageOf('listMembers').parameters.query;
  expect(cursor).toMatchObject({ type: 'string', isRequired: false });
  expect(limit).toMatchObject({ type: 'integer', bounds: ['1 to 200', 'default 50'] });
});

test('closed sets of values differ from open ones, and nested types are named', () => {
  const endpoint = pageOf('changeWebhookEndpoint');
  const status = endpoint.body?.fields.find(({ path }) => path === 'status');
  expect(status?.values).toEqual({ all: ['active', 'disabled'], isOpen: false });
  const shown = endpoint.answer.fields.find(({ path }) => path === 'status');
  expect(shown?.values).toEqual({ all: ['active', 'disabled', 'disabled_failures'], isOpen: true });
  const events = endpoint.body?.fields.find(({ path }) => path === 'events');
  expect(events).toMatchObject({ type: 'array of strings', bounds: ['at least 1 entry'] });
  expect(events?.values?.all).toContain('crm.sync.failed');
  const evaluation = pageOf('getEvaluation').answer.fields.map(({ path }) => path);
  expect(evaluation).toEqual(expect.arrayContaining(['score.dimensions.closing', 'tips[].issue']));
  const fields = pageOf('getCase').answer.fields.find(({ path }) => path === 'fields');
  expect(fields?.type).toBe('object, array or null');
});

test('each operation says what can be invalid, even one without input (D14)', () => {
  const causeOf = (id: string) =>
    english?.operations
      .find((operation) => operation.id === id)
      ?.errors.find(({ code }) => code === 'validation_error')?.cause;
  expect(causeOf('getMe')).toBe('The query has a parameter, and this operation knows none.');
  expect(causeOf('listMembers')).toMatch(/^A value in the query is not/);
  expect(causeOf('createWebhookEndpoint')).toMatch(
    /^A value in the body or in the header `Idempotency-Key` is not .* known here\. `errors` names/,
  );
});

test('the types are named in the language of the page', () => {
  const words = (all: (typeof languages)[number]) =>
    all.operations.flatMap(({ answer }) => answer.fields.map(({ type }) => type));
  const [inGerman, inEnglish] = ['de', 'en'].map((language) =>
    words(languages.find((all) => all.language === language) as (typeof languages)[number]),
  );
  expect(inGerman).toContain('Array von Objekten');
  expect(inGerman).toContain('Objekt, Array oder null');
  expect(inEnglish).toContain('array of objects');
  expect(inGerman?.join(' ')).not.toMatch(/\b(object|string|integer|number|boolean|or)\b/);
});

test('a set of values says that more may come, and a single example is no set', () => {
  const textOf = (id: string, path: string) => {
    const { answer, parameters } = pageOf(id);
    const field = [...answer.fields, ...parameters.query].find((one) => one.path === path);
    return field && valuesText(field, 'en');
  };
  const statuses = '`in_progress`, `completed`, `scored`, `aborted`';
  expect(textOf('getTraining', 'status')).toBe(`Known values: ${statuses}. More may be added.`);
  expect(textOf('listTrainings', 'status')).toContain('`in_progress`');
  expect(textOf('getTraining', 'source')).toBe('For example `app`.');
  expect(textOf('testWebhookEndpoint', 'status')).toBe('');
});

test('the scope and the privacy switch are fields of their own, not in the text', () => {
  const list = pageOf('listTrainings');
  expect(list).toMatchObject({ scopes: ['trainings:read'], needsMemberDetail: true });
  expect(list.paragraphs.join(' ')).not.toMatch(/Needs|Closed/);
  expect(pageOf('getMe')).toMatchObject({ scopes: [], needsMemberDetail: false });
});
