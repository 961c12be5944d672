import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from '../../src/app/pages/registered.ts';

const html = readFileSync(new URL('../../src/app/index.html', import.meta.url), 'utf8');

test('before its code is there, the page knows which pages everybody may open', () => {
  const [, pattern = ''] = /isOpen = \/(.*)\/\.test/.exec(html) ?? [];
  const isOpen = new RegExp(pattern);
  expect(pages.map(({ path }) => [path, isOpen.test(`/app${path}`)])).toEqual(
    pages.map(({ path, needs }) => [path, needs === 'nobody']),
  );
});
