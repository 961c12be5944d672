import { describe, expect, test } from 'vitest';
import {
  changesOf,
  formSchema,
  readable,
  typedOf,
  valuesIn,
} from '../../src/app/ui/field-values.ts';
import type { Field, Fields } from '../../src/shared/schema/fields.ts';

const label = { de: 'Feld', en: 'Field' };
const kinds: [kind: Field['kind'], value: unknown, typed: string, read?: string][] = [
  ['text', 'Renewal', 'Renewal'],
  ['long-text', 'One\nTwo', 'One\nTwo'],
  ['email', 'anna@example.com', 'anna@example.com'],
  ['url', 'https://example.com/', 'https://example.com/'],
  ['number', 1_000, '1000'],
  ['date', '2026-12-04', '2026-12-04', '04.12.2026'],
  ['list', ['price, net', 'time'], 'price, net\ntime', 'price, net, time'],
  ['json', { goal: 'meeting' }, '{\n  "goal": "meeting"\n}', ''],
];

describe.each(kinds)('a field of the kind %s', (kind, value, typed, read = typed) => {
  const fields = { field: { label, kind } } satisfies Fields;

  test('is typed as its text, and sent as its value', () => {
    expect(typedOf(fields, { field: value })).toEqual({ field: typed });
    expect(valuesIn(fields, { field: ` ${typed} ` })).toEqual({ field: value });
    expect(readable(fields.field, value, 'de') ?? '').toBe(read);
    expect(formSchema(fields).safeParse({ field: typed }).success).toBe(true);
  });

  const empty = kind === 'list' ? [] : null;

  test('is null if nothing is typed, a list is empty, and the other way round', () => {
    expect(typedOf(fields, { field: null })).toEqual({ field: '' });
    expect(typedOf(fields)).toEqual({ field: '' });
    expect(valuesIn(fields, { field: ' ' })).toEqual({ field: empty });
    expect(readable(fields.field, null, 'de')).toBe(undefined);
    expect(formSchema(fields).safeParse({ field: '' }).success).toBe(true);
  });

  test('is sent only if the person has changed it', () => {
    const before = typedOf(fields, { field: value });
    expect(changesOf(fields, before, before)).toEqual({});
    expect(changesOf(fields, before, { field: '' })).toEqual({ field: empty });
  });
});

test('a form finds what the server would refuse before it sends', () => {
  const wrong: [field: Field, typed: string, code: string][] = [
    [{ label, kind: 'text', most: 3 }, 'four', 'too_big'],
    [{ label, kind: 'list', most: 3 }, 'one\nfour', 'too_big'],
    [{ label, kind: 'date' }, 'tomorrow', 'invalid_format'],
    [{ label, kind: 'json' }, '["a list"]', 'invalid_format'],
    [{ label, kind: 'number' }, 'many', 'custom'],
    [{ label, kind: 'number', isRequired: true }, '', 'custom'],
  ];
  for (const [field, typed, code] of wrong) {
    const { error } = formSchema({ field }).safeParse({ field: typed });
    expect([typed, error?.issues]).toMatchObject([typed, [{ code, path: ['field'] }]]);
  }
});

test('people read the name of what they have chosen', () => {
  const choices = [['de\nen', 'Deutsch, Englisch']] as const;
  const read = (value: unknown) => readable({ label, kind: 'list' }, value, 'de', choices);
  expect([read(['de', 'en']), read(['en'])]).toEqual(['Deutsch, Englisch', 'en']);
});
