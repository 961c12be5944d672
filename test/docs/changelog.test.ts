import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../scripts/openapi/digest.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { CHANGELOG_FILE, changelogIn } from '../../src/docs/site/changelog.ts';
import { languages } from '../../src/shared/language.ts';
import { documentNamed } from './harness/documents.ts';

/** Changes whose version is not decided yet stand under a heading in words. */
const unreleased = 'Not released yet';
const versionsOf = (text: string) =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, version = '']) =>
    version === 'Noch nicht veröffentlicht' ? unreleased : version,
  );

// The line with the digest is a definition of a link, so neither code hosts nor the site show it.
test(`${CHANGELOG_FILE} says what is new whenever the OpenAPI document has changed`, () => {
  const [, newest = ''] = documentNamed(CHANGELOG_FILE).split(/^## /m);
  const [, named] = /^\[openapi\]: # "(\w+)"$/m.exec(newest) ?? [];
  const digest = digestOf();
  const help =
    `openapi.v1.json has changed. Say in the newest entry of ${CHANGELOG_FILE} what is new ` +
    'for programs, if they can notice it, and end that entry with the line\n' +
    `[openapi]: # "${digest}"\n`;
  expect(named, help).toBe(digest);
});

test('readers do not see the line with the digest, not even in the Markdown', () => {
  const shown = allPages().filter(({ path }) => path === 'changelog');
  expect(shown.length).toBe(2);
  for (const page of shown) expect(JSON.stringify(page)).not.toContain('[openapi]');
  for (const { markdown } of shown) expect(markdown).toMatch(/\.\n\n## 0\.3\.0\n/);
});

test('every text of the changelog stands in it in every language, with links to guides of this language', () => {
  for (const language of languages) {
    // Throws, with the text, if its translation is missing.
    const links = [...changelogIn(language).matchAll(/\]\((\w+)\/[\w-]+\.md/g)];
    expect(links.length).toBeGreaterThan(50);
    expect(new Set(links.map(([, folder]) => folder))).toEqual(new Set([language]));
  }
});

test('an entry begins as CONTRIBUTING.md says: its heading and its line are translated', () => {
  const entry = '## Not released yet\n\nNot released yet.\n\n**Fixed**\n\n- One.\n  > de: Eins.\n';
  expect(changelogIn('de', entry)).toBe(
    '## Noch nicht veröffentlicht\n\nNoch nicht veröffentlicht.\n\n**Korrigiert**\n\n- Eins.\n',
  );
});

describe.each([
  ['en', ['Added', 'Changed', 'Fixed']],
  ['de', ['Neu', 'Geändert', 'Korrigiert']],
] as const)('the changelog in %s', (language, groups) => {
  const text = changelogIn(language);

  test('each entry is dated or not released, and grouped', () => {
    const [, ...entries] = text.split(/^## .+$/m);
    for (const entry of entries) {
      const [, first = ''] = entry.split('\n\n').map((part) => part.trim());
      expect(first || entry.trim()).toMatch(
        /^((?:\d{1,2} |Am \d{1,2}\. )[A-Z]\w+ 20\d\d$|Not released yet\.|Noch nicht veröffentlicht\.|Comes with the version after |Kommt mit der Version nach )/,
      );
      const named = [...entry.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, group = '']) => group);
      expect(named).toEqual(groups.filter((group) => named.includes(group)));
      expect(named.length).toBeGreaterThan(0);
    }
  });

  test('has an entry for each version of CHANGELOG.md, the newest first', () => {
    const versions = versionsOf(documentNamed('CHANGELOG.md'));
    expect(versionsOf(text)).toEqual(versions);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(versions).toContain(version);
  });
});
