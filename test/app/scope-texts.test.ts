import { expect, test } from 'vitest';
import { allScopes, templateScopes } from '../../src/app/pages/api-keys/scope-list.ts';
import { scopeTexts } from '../../src/app/pages/api-keys/scope-texts.ts';
import { keyTemplates, scopes } from '../../src/auth/scopes.ts';

test.each(['de', 'en'] as const)(
  'each scope of the contract has a line of its own (%s)',
  (lang) => {
    const lines = scopes.map((scope) => scopeTexts[lang][scope]);
    expect(lines.filter((line) => !/^\p{Lu}.{8,}$/u.test(line ?? ''))).toEqual([]);
    expect(new Set(lines).size).toBe(scopes.length);
    expect(Object.keys(scopeTexts[lang])).toEqual([...scopes]);
  },
);

test('the form of a key offers the scopes and templates that the server has', () => {
  expect(allScopes).toEqual(scopes);
  expect(templateScopes).toEqual(keyTemplates);
});
