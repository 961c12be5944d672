import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleOf, type WrongField } from '../../src/app/pages/request-log/field-rules.ts';
import { headlineOf } from '../../src/app/pages/request-log/headline.ts';
import { operationIn } from '../../src/app/pages/request-log/operation.ts';

const document = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../openapi/released.v1.json'), 'utf8'),
);
const rule = (method: string, route: string, field: WrongField, language: 'de' | 'en' = 'en') =>
  ruleOf(field, operationIn(document, method, route), language);

test('a field of the body has its rule in words, and the value of the example', () => {
  const field = { in: 'body', pointer: '/due_date', code: 'invalid_format' };
  expect(rule('POST', '/assignments', field)).toMatchObject({
    name: 'due_date',
    place: 'body',
    rule: 'A day as YYYY-MM-DD or null. May be left out.',
    example: '"2026-12-04"',
  });
  expect(rule('POST', '/assignments', { ...field, pointer: '/title' }, 'de')).toMatchObject({
    fault: 'Der Text hat nicht die Form, die er braucht, etwa die eines Datums.',
    rule: 'Ein Text mit 1 bis 120 Zeichen. Pflichtfeld.',
    example: '"Price talk with a sceptical buyer"',
  });
});

test('a parameter has its bounds, and a value that is valid', () => {
  const limit = { in: 'query', pointer: '/limit', code: 'too_big' };
  expect(rule('GET', '/trainings', limit)).toMatchObject({
    rule: 'A whole number (1 to 200). May be left out.',
    example: '50',
  });
  const since = rule('GET', '/trainings', { in: 'query', pointer: '/since' });
  expect(since.rule).toBe('A time with its zone. May be left out.');
  expect(new Date(String(since.example)).toISOString()).toBe('2026-12-04T09:00:00.000Z');
});

test('an unknown name gets the known ones, and no value', () => {
  const field = { in: 'body', pointer: '/dueDate', code: 'unrecognized_key' };
  const { rule: known, example } = rule('POST', '/assignments', field);
  expect(known).toMatch(/^Known names: member_id, .*due_date\.$/);
  expect(example).toBeUndefined();
  const query = { in: 'query', pointer: '/…', code: 'unrecognized_key' };
  expect(rule('GET', '/trainings', query).rule).toMatch(/^Known names: cursor, limit, /);
});

test('an item of a list has the rule of items', () => {
  const field = { in: 'body', pointer: '/events/0', code: 'invalid_value' };
  const { name, rule: words, example } = rule('POST', '/webhook-endpoints', field);
  expect(name).toBe('events/0');
  expect(words).toBeTruthy();
  expect(example).toMatch(/^"[a-z_.]+"$/);
});

test('without the operation, only the fault is said', () => {
  const field = { in: 'body', pointer: '/title', code: 'too_big' };
  expect(ruleOf(field, null, 'en')).toEqual({
    name: 'title',
    place: 'body',
    fault: 'Too long, too large or too many.',
    rule: undefined,
    example: undefined,
  });
});

test('every example of an operation with a body has a rule for each of its fields', () => {
  const silent = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.keys(methods as object).flatMap((method) => {
      const body = operationIn(document, method, route)?.body;
      return Object.keys(body?.schema.properties ?? {}).filter(
        (name) => rule(method, route, { in: 'body', pointer: `/${name}` }).rule === undefined,
      );
    }),
  );
  expect(silent).toEqual([]);
});

describe('the headline of a refused request', () => {
  type Row = [path: string, pointer: string, code: string | undefined, de: string, en: string];
  const rows: Row[] = [
    [
      'POST /assignments',
      '/due_date',
      'invalid_format',
      'due_date muss ein Tag als JJJJ-MM-TT oder null sein, etwa 2026-12-04',
      'due_date must be a day as YYYY-MM-DD or null, like 2026-12-04',
    ],
    [
      'POST /assignments',
      '/title',
      'too_small',
      'title muss ein Text mit 1 bis 120 Zeichen sein',
      'title must be text of 1 to 120 characters',
    ],
    [
      'GET /trainings',
      '/limit',
      'too_big',
      'limit muss eine ganze Zahl (1 bis 200) sein',
      'limit must be a whole number (1 to 200)',
    ],
    [
      'GET /trainings',
      '/limit',
      'invalid_value',
      'limit muss eine ganze Zahl (1 bis 200) sein',
      'limit must be a whole number (1 to 200)',
    ],
    [
      'GET /trainings',
      '/…',
      'unrecognized_key',
      'Diesen Namen gibt es hier nicht: oft ein Tippfehler.',
      'This name is not known here: often a misspelt one.',
    ],
    [
      'POST /users',
      '/role',
      'invalid_value',
      'role muss einer dieser Werte sein: member, admin',
      'role must be one of: member, admin',
    ],
    [
      'POST /users',
      '/rolle',
      'unrecognized_key',
      'rolle gibt es hier nicht',
      'rolle is not known here',
    ],
    ['POST /users', '/email', undefined, 'email wurde nicht angenommen', 'email was not accepted'],
    // The document says only how long a title is, and not which form it breaks.
    [
      'POST /assignments',
      '/title',
      'invalid_format',
      'title: Der Text hat nicht die Form, die er braucht, etwa die eines Datums.',
      'title: The text does not have the form that it needs, such as that of a date.',
    ],
    [
      'GET /trainings',
      '/cursor',
      'invalid_cursor',
      'cursor: Der Cursor gehört nicht zu dieser Liste und diesen Filtern.',
      'cursor: The cursor does not belong to this list and these filters.',
    ],
    ['POST /users', '', 'invalid_json', 'Der Body ist kein JSON.', 'The body is not JSON.'],
  ];
  test.each(rows)(
    'names the field and the rule it broke: %s %s %s',
    (path, pointer, code, de, en) => {
      const [method = '', route = ''] = path.split(' ');
      const field = { in: method === 'GET' ? 'query' : 'body', pointer, code };
      const why = { check: 'input', fields: [field] };
      const said = (['de', 'en'] as const).map((language) => {
        const headline = headlineOf(why, [rule(method, route, field, language)], language);
        return `${headline?.name ?? ''}${headline?.text ?? ''}`;
      });
      expect(said).toEqual([de, en]);
    },
  );

  test('names a missing scope, and limits that are the same for all teams', () => {
    const said = (why: object) => headlineOf({ check: 'any', ...why }, [], 'en')?.text;
    expect(said({ required_scope: 'members:read' })).toBe('The scope members:read is missing');
    expect(said({ limit: 'key' })).toBe('The limit of a key is 120 requests a minute');
    expect(said({ limit: 'invitations' })).toBe('The limit is 60 invitations an hour');
    // Its number may have been another one at the time of the request.
    expect(said({ limit: 'team' })).toBeUndefined();
    expect(said({})).toBeUndefined();
  });

  test('does not count the other fields, because the log keeps only the first ones', () => {
    const title = rule('POST', '/assignments', { in: 'body', pointer: '/title', code: 'too_big' });
    const why = { check: 'input' };
    expect(headlineOf(why, [title, title], 'en')?.others).toBe('Another field was refused, too.');
    expect(headlineOf(why, [title, title, title], 'de')?.others).toBe(
      'Auch weitere Felder wurden abgelehnt.',
    );
    expect(headlineOf(why, [title], 'en')?.others).toBeUndefined();
  });
});
