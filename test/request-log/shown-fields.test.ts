import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMisspelt } from '../../src/rest/request-log/misspelt-field.ts';
import { shownPointer, whyOf } from '../../src/rest/request-log/why.ts';
import { ApiError, type FieldIssue } from '../../src/shared/errors/errors.ts';

const createCase = { method: 'POST', route: '/cases', admission: undefined } as const;

const issueAt = (pointer: string, more: Partial<FieldIssue> = {}): FieldIssue => ({
  in: 'body',
  pointer,
  code: 'unrecognized_key',
  detail: 'This field is not known here.',
  ...more,
});

const shown = (issue: FieldIssue) =>
  whyOf(createCase, new ApiError('validation_error', { issues: [issue] })).fields?.[0]?.pointer;

test.each([
  ['/titel', '/titel'],
  ['/tytle', '/tytle'],
  ['/titles', '/titles'],
  ['/userid', '/userid'],
  ['/titelchen', '/…'],
  ['/anna_meier', '/…'],
  ['/Title', '/…'],
  ['/title1', '/…'],
  ['/tit le', '/…'],
  ['/fields/titel', '/fields/…'],
  ['/external_reff/titel', '/…/…'],
])('an unknown field %s is shown as %s', (pointer, expected) => {
  expect(shown(issueAt(pointer))).toBe(expected);
});

test.each([
  ['a parameter of the query', issueAt('/titel', { in: 'query' })],
  ['a value that is wrong', issueAt('/titel', { code: 'invalid_type' })],
])('%s does not count as a misspelt field', (_, issue) => {
  expect(isMisspelt(createCase, issue)).toBe(false);
});

test('a field of another operation does not count as a misspelt field of this operation', () => {
  expect(isMisspelt(createCase, issueAt('/emial'))).toBe(false);
  expect(isMisspelt({ method: 'POST', route: '/users' }, issueAt('/emial'))).toBe(true);
  expect(isMisspelt({ method: 'POST', route: undefined }, issueAt('/titel'))).toBe(false);
});

test('whatever a client writes, the log shows a name of the API that differs by at most two letters, or none', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz_');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 45 }), (name) => {
      const pointer = shown(issueAt(`/${name}`));
      if (pointer === '/…' || pointer === '/') return;
      expect(name.length).toBeLessThanOrEqual('external_ref'.length + 2);
    }),
  );
});

test.each([
  ['/email', '/email'],
  ['/events/3', '/events/3'],
  ['/dimensions/anna.meier', '/…/…'],
  ['/fields/anna.meier/note', '/fields/…/note'],
  ['/fields/1234567', '/fields/…'],
  ['', ''],
])(
  '%s is shown as %s: the log shows names of the API, and none that a client has made up',
  (pointer, shown) => {
    expect(shownPointer(pointer)).toBe(shown);
  },
);

test('whatever a client writes, the shown pointer is short and contains only names of the API', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const shown = shownPointer(`/fields/${text}`);
      expect(shown).toMatch(/^(\/([a-z_0-9]{1,40}|…)){0,10}$/);
    }),
  );
});
