import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHANGELOG_FILE, changelogIn } from '../../src/docs/site/changelog.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { languages } from '../../src/shared/language/language.ts';
import { documentNamed } from './harness/documents.ts';

const [, newest = ''] = documentNamed(CHANGELOG_FILE).split(/^## /m);

test(`${CHANGELOG_FILE} says what is new for programs whenever the OpenAPI document has changed`, () => {
  const released = readFileSync('openapi/released.v1.json', 'utf8');
  if (`${JSON.stringify(openApiDocument(), null, 2)}\n` === released) return;
  expect(newest, 'Say below **API** in an entry "## Not released yet" what is new').toMatch(
    /^Not released yet\n[\s\S]*^\*\*API\*\*$/m,
  );
});

test('customers read nothing that is for operators', () => {
  for (const language of languages) {
    expect(changelogIn(language)).not.toMatch(/\*\*Operators\*\*|DATABASE_URL/);
  }
});

test('every text for customers stands in it in every language, with links to guides of this language', () => {
  for (const language of languages) {
    // Throws, with the text, if its translation is missing.
    const links = [...changelogIn(language).matchAll(/\]\(docs\/guides\/(\w+)\/[\w-]+\.md/g)];
    expect(links.length).toBeGreaterThan(0);
    expect(new Set(links.map(([, folder]) => folder))).toEqual(new Set([language]));
  }
});

test('an entry begins as CONTRIBUTING.md says, and one for operators alone is left out', () => {
  const entry =
    '## Not released yet\n\nNot released yet.\n\n**App**\n\n- One.\n  > de: Eins.\n\n**Operators**\n\n- Two.\n\n';
  const ofOperators = '## 1.0.0\n\n1 December 2026\n\n**Operators**\n\n- Three.\n';
  expect(changelogIn('de', entry + ofOperators)).toBe(
    '## Noch nicht veröffentlicht\n\nNoch nicht veröffentlicht.\n\n**App**\n\n- Eins.\n\n',
  );
});

test('it begins with what is not released yet, or with the version of the project', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(['Not released yet', version]).toContain(newest.split('\n', 1)[0]);
  expect(documentNamed(CHANGELOG_FILE)).toMatch(`\n## ${version}\n`);
});

describe('each entry', () => {
  const [, ...entries] = documentNamed(CHANGELOG_FILE).split(/^## .+$/m);

  test.each(entries)('is dated or not released, and grouped (%#)', (entry) => {
    const [first] = entry.trim().split('\n\n');
    expect(first).toMatch(/^(\d{1,2} [A-Z]\w+ 20\d\d|Not released yet\.)$/);
    const named = [...entry.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, group = '']) => group);
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(['API', 'App', 'Operators'].filter((group) => named.includes(group)));
  });
});
