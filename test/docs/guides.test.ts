import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKeysPage } from '../../src/app/pages/api-keys/page.ts';
import { keyTexts } from '../../src/app/pages/api-keys/texts.ts';
import { pages as appPages } from '../../src/app/pages/registered.ts';
import { deliveryTexts } from '../../src/app/pages/webhooks/delivery/texts.ts';
import { endpointPageTexts } from '../../src/app/pages/webhooks/endpoint/texts.ts';
import { endpointsPage } from '../../src/app/pages/webhooks/page.ts';
import { explainedWords } from '../../src/app/ui/code-words.ts';
import { uiTexts } from '../../src/app/ui/texts.ts';
import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../src/auth/rate-limits.ts';
import { scopes } from '../../src/auth/scopes.ts';
import { addressOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { CHANGELOG_FILE, changelogIn } from '../../src/docs/site/changelog.ts';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import { type Language, languages } from '../../src/shared/language/language.ts';
import { machineNode } from '../harness/machine-node.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';
import { blocksOf, documentNamed, rowsOf, sectionOf, withoutBlocks } from './harness/documents.ts';
import { sdkPrograms } from './harness/sdk-programs.ts';
import { typeErrorsIn } from './harness/type-check.ts';

const namesIn = (folder: string) =>
  globSync(`${folder}/*.md`)
    .map((file) => path.basename(file))
    .sort();
const CHANGELOG = path.basename(CHANGELOG_FILE);
const names = namesIn('docs/guides/en');
const pages = allPages();
const textIn = (language: Language, name: string) =>
  name === CHANGELOG ? changelogIn(language) : documentNamed(`docs/guides/${language}/${name}`);
const english = (name: string) => textIn('en', name);
const german = (name: string) => textIn('de', name);

test('each guide exists in English and German', () => {
  expect(namesIn('docs/guides/de')).toEqual(names);
});

describe.each([...names, CHANGELOG])('%s', (name) => {
  const levels = (text: string) =>
    [...withoutBlocks(text).matchAll(/^(#+) /gm)].map(([, signs]) => signs);

  test('has the same parts in both languages', () => {
    expect(levels(german(name))).toEqual(levels(english(name)));
  });

  // So running the blocks of one language is enough.
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
  ])('links lead to existing pages of the site, in the same language: %s', (language, text) => {
    const existing = [
      ...pages.filter((page) => page.language === language).map(addressOf),
      ...Object.keys(errorCatalogue).map((code) => `/docs/${language}/errors#${code}`),
      '/docs/postman.json',
      '/llms.txt',
      '/api/public/v1/openapi.v1.json',
      '/app/api-keys?new=webhooks',
      ...appPages.map(({ path }) => `/app${path}`),
    ];
    const links = [...text.matchAll(/\]\(http:\/\/localhost:3000([^)\s]+)\)/g)];
    for (const [, link = ''] of links) expect(existing).toContain(link);
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

test('every program that is not for the compiler is JavaScript that runs on the Node of the README', () => {
  const folder = path.resolve('test-results/guides-js');
  mkdirSync(folder, { recursive: true });
  const programs = names.flatMap((name) =>
    blocksOf(english(name)).flatMap(({ language, code, before }, n) =>
      language === 'ts' && !/`\w+\.mts`/.test(before) ? [{ name: `${name}-${n}.mjs`, code }] : [],
    ),
  );
  expect(programs.length).toBeGreaterThan(4);
  for (const { name, code } of programs) {
    const file = path.join(folder, name);
    writeFileSync(file, code);
    const { stderr, status } = spawnSync(machineNode(), ['--check', file], { encoding: 'utf8' });
    expect({ name, stderr, status }).toEqual({ name, stderr: '', status: 0 });
  }
});

test('all texts name the same Node, and only the compiler reads a TypeScript file', () => {
  const [, needed] = /and Node (\d+) or newer/.exec(documentNamed('README.md')) ?? [];
  expect(needed).toBe('20');
  const texts = [
    ...[...names, CHANGELOG].flatMap((name) => [english(name), german(name)]),
    ...globSync('src/app/**/*texts.ts').map(documentNamed),
  ];
  for (const text of texts) {
    const versions = [...text.matchAll(/\bNode (?:ab )?(\d[\d.]*)/g)].map(([, each]) => each);
    expect(versions.filter((each) => each?.replace(/\.$/, '') !== needed)).toEqual([]);
    expect(text).not.toMatch(/\bnode (?!scripts\/)\S+\.m?ts\b|(?<!scripts\/)receiver\.m?ts\b/);
  }
});

describe.each(languages)(
  'in %s, buttons and links that readers click have the names of the app',
  (language) => {
    const guide = (name: string) => documentNamed(`docs/guides/${language}/${name}.md`);
    const { create, templates } = keyTexts[language];
    const { tryIt, tryMake } = deliveryTexts[language];

    test('for a key, and for one with the scope for webhooks', () => {
      const first = [apiKeysPage.title[language], create];
      for (const name of [...first, templates.read_and_assignments])
        expect(guide('first-request')).toContain(`**${name}**`);
      for (const name of [...first, templates.webhooks])
        expect(guide('webhooks')).toContain(`**${name}**`);
    });

    test("to try a webhook on one's own machine", () => {
      const { tryIt: item } = endpointPageTexts[language];
      const more = uiTexts[language].moreActions;
      const section = sectionOf(guide('webhooks'), `### ${tryIt}`);
      const page = endpointsPage.title[language];
      for (const name of [page, more, item, tryIt, tryMake])
        expect(section).toContain(`**${name}**`);
      expect(deliveryTexts[language].tryTargetHint).toContain('receiver.mjs');
    });
  },
);

test('a page in English says what a German word of the contract means where it first names it', () => {
  // The changelog tells of what was. The sentence of the catalog is that of the OpenAPI document.
  const shown = pages.filter(
    ({ language, path }) =>
      language === 'en' && !/^(?:changelog|operators|reference\/get-catalog)/.test(path),
  );
  const found = shown.flatMap(({ path, markdown }) =>
    explainedWords('en').flatMap((word) => {
      const [, before = '', after = ''] =
        new RegExp(`([^\\n]{0,40})\`${word}\`([^\\n]{0,80})`).exec(markdown) ?? [];
      if (before + after === '') return [];
      const isExplained =
        /German for|^ means/.test(after) || before.endsWith('**Interfaces** access (');
      return [[path, word, isExplained]];
    }),
  );
  expect(found.length).toBeGreaterThan(4);
  expect(found.filter(([, , isExplained]) => !isExplained)).toEqual([]);
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
