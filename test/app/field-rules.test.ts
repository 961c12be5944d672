import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ruleOf, type WrongField } from '../../src/app/pages/request-log/field-rules.ts';
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
    rule: 'Text mit 1 bis 120 Zeichen. Pflichtfeld.',
    example: '"Price talk with a sceptical buyer"',
  });
});

test('a parameter has its bounds, and a value that is valid', () => {
  const limit = { in: 'query', pointer: '/limit', code: 'too_big' };
  expect(rule('GET', '/trainings', limit)).toMatchObject({
    rule: 'A whole number, 1 to 200. May be left out.',
    example: '50',
  });
  const since = rule('GET', '/trainings', { in: 'query', pointer: '/since' });
  expect(since.rule).toBe('A time with its zone. May be left out.');
  expect(new Date(String(since.example)).toISOString()).toBe('2026-12-04T09:00:00.000Z');
});

test('an unknown name gets the known ones, and no value', () => {
  const field = { in: 'body', pointer: '/dueDate', code: 'unrecognized_key' };
  const { rule: known, example } = rule('POST', '/assignments', field);
  expect(known).toMatch(/^Known are: member_id, .*due_date\.$/);
  expect(example).toBeUndefined();
  const query = { in: 'query', pointer: '/…', code: 'unrecognized_key' };
  expect(rule('GET', '/trainings', query).rule).toMatch(/^Known are: cursor, limit, /);
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
