import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../src/auth/rate-state.ts';
import { scopes } from '../../src/auth/scopes.ts';
import { addressOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { errorCatalogue } from '../../src/shared/errors.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';
import { blocksOf, documentNamed, rowsOf, sectionOf, withoutBlocks } from './harness/documents.ts';
import { sdkPrograms } from './harness/sdk-programs.ts';
import { typeErrorsIn } from './harness/type-check.ts';

const namesIn = (folder: string) =>
  globSync(`${folder}/*.md`)
    .map((file) => path.basename(file))
    .sort();
const names = namesIn('docs/guides/en');
const pages = allPages();
const english = (name: string) => documentNamed(`docs/guides/en/${name}`);
const german = (name: string) => documentNamed(`docs/guides/de/${name}`);

test('each guide is there in English and German', () => {
  expect(namesIn('docs/guides/de')).toEqual(names);
});

describe.each(names)('%s', (name) => {
  const levels = (text: string) =>
    [...withoutBlocks(text).matchAll(/^(#+) /gm)].map(([, signs]) => signs);

  test('has the same parts in both languages', () => {
    expect(levels(german(name))).toEqual(levels(english(name)));
  });

  // So each block is run once, and holds for both.
  test('has the same blocks of code in both languages', () => {
    const blocks = (text: string) => blocksOf(text).map(({ language, code }) => [language, code]);
    expect(blocks(german(name))).toEqual(blocks(english(name)));
  });

  test('has the same tables, lists and names in both languages', () => {
    const lines = (text: string) => ({
      rows: text.match(/^\|/gm)?.length,
      entries: text.match(/^(?:-|\d\.) /gm)?.length,
      names: [...new Set(withoutBlocks(text).match(/`[^`]+`/g))].toSorted(),
    });
    expect(lines(german(name))).toEqual(lines(english(name)));
  });

  test.each([
    ['en', english(name)],
    ['de', german(name)],
  ])('links to pages of the site that there are, in its own language: %s', (language, text) => {
    const known = [
      ...pages.filter((page) => page.language === language).map(addressOf),
      ...Object.keys(errorCatalogue).map((code) => `/docs/${language}/errors#${code}`),
      '/docs/postman.json',
      '/llms.txt',
      '/api/public/v1/openapi.v1.json',
    ];
    const links = [...text.matchAll(/\]\(http:\/\/localhost:3000([^)\s]+)\)/g)];
    for (const [, link = ''] of links) expect(known).toContain(link);
  });
});

test('the TypeScript in the guides compiles under the strictest options, with the SDK and without it', () => {
  const folder = path.resolve('test-results/guides');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkSdk(folder);
  const withSdk = sdkPrograms('ts').map(({ guide, code }, n) => {
    const file = path.join(folder, `${guide}-sdk-${n}.mts`);
    writeFileSync(file, code);
    return file;
  });
  expect(withSdk.length).toBeGreaterThan(7);
  const plain = names.flatMap((name) =>
    blocksOf(english(name))
      .filter(({ language }) => language === 'ts')
      .map(({ code }, n) => {
        const file = path.join(folder, `${path.basename(name, '.md')}-${n}.mts`);
        writeFileSync(
          file,
          code.replace('./team-api.d.ts', '../../test/client/generated/types.ts'),
        );
        return file;
      }),
  );
  expect(plain.length).toBeGreaterThan(4);
  expect(typeErrorsIn([...plain, ...withSdk])).toBe('');
});

test('the scopes are those of the product', () => {
  const rows = rowsOf(sectionOf(english('authentication.md'), '## Scopes'));
  const named = rows.flatMap(([cell = '']) => cell.match(/[\w]+:[\w]+/g) ?? []);
  expect(named).toEqual([...scopes]);
});

test('the limits are those of the product', () => {
  const text = english('limits.md');
  expect(text).toContain(`| one API key | ${REQUESTS_PER_KEY} |`);
  expect(text).toContain(`| one address, without a valid key | ${REQUESTS_PER_KEY} |`);
  expect(text).toContain(`| ${INVITATIONS_PER_HOUR} an hour for a team |`);
});
