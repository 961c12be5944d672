import { expect, test } from 'vitest';
import { scopeTexts } from '../../src/app/pages/api-keys/scope-texts.ts';
import { scopes } from '../../src/auth/scopes.ts';

test.each(['de', 'en'] as const)(
  'each scope of the contract has a text of its own (%s)',
  (lang) => {
    const lines = scopes.map((scope) => scopeTexts[lang][scope]);
    expect(lines.filter((line) => !/^\p{Lu}.{8,}$/u.test(line ?? ''))).toEqual([]);
    expect(new Set(lines).size).toBe(scopes.length);
    expect(Object.keys(scopeTexts[lang])).toEqual([...scopes]);
  },
);
