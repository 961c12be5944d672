import { expect, test } from 'vitest';
import { type Entry, excerptOf, finderOf } from '../../src/docs/browser/search/find.ts';

const entry = (path: string, title: string, text: string, anchor?: string): Entry => ({
  path,
  page: title,
  title,
  group: 'guides',
  text,
  ...(anchor ? { anchor } : {}),
});

const entries = [
  entry('guides/a', 'Schlüssel prüfen', 'Die Größe des Körpers zählt. Straße'),
  entry('reference/change-user', 'Change a member', 'PATCH /users/{member_id} with role', 'x'),
  entry('errors', 'last_admin', 'The change would leave the team without an active admin.', 'y'),
  entry('events/t', 'training.completed', 'A training session ended. next_cursor is null'),
  entry('guides/b', 'Limits', 'RateLimit-Remaining tells what is left; retries, users'),
];
const find = finderOf(entries);
const paths = (asked: string) => find(asked).map(({ path }) => path);

test.each([
  ['Schlüssel', 'guides/a'],
  ['schluessel', 'guides/a'],
  ['groesse', 'guides/a'],
  ['STRASSE', 'guides/a'],
  ['koerper', 'guides/a'],
  ['/users/{member_id}', 'reference/change-user'],
  ['member_id', 'reference/change-user'],
  ['PATCH users', 'reference/change-user'],
  ['last_admin', 'errors'],
  ['last admin', 'errors'],
  ['training.completed', 'events/t'],
  ['next_curs', 'events/t'],
  ['ratelimit-remaining', 'guides/b'],
  ['trainning', 'events/t'],
])('%s finds %s first', (asked, path) => {
  expect(paths(asked)[0]).toBe(path);
});

test('all words are wanted; if nothing has them all, what has some is shown', () => {
  expect(paths('member role')).toEqual(['reference/change-user']);
  expect(paths('role cursor').toSorted()).toEqual(['events/t', 'reference/change-user']);
  expect(paths('nothinglikeit')).toEqual([]);
});

test('the excerpt is the piece of the text with the first word that was asked for', () => {
  const text = `${'before '.repeat(50)}the next_cursor is null ${'after '.repeat(50)}`;
  expect(excerptOf(text, 'cursor')).toMatch(/^… before .*next_cursor is null after .* …$/);
  expect(excerptOf('short', 'nothing')).toBe('short');
});
