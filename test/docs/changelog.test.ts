import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { documentNamed } from './harness/documents.ts';

const changelogs = ['docs/guides/en/changelog.md', 'docs/guides/de/changelog.md'];
/** Changes whose version is not decided yet stand under a heading in words. */
const unreleased = 'Not released yet';
const versionsOf = (text: string) =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, version = '']) =>
    version === 'Noch nicht veröffentlicht' ? unreleased : version,
  );

function digestOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
}

// The line with the digest is a definition of a link, so neither code hosts nor the site show it.
test.each(changelogs)('%s says what is new whenever the OpenAPI document has changed', (file) => {
  const [, newest = ''] = documentNamed(file).split(/^## /m);
  const [, named] = /^\[openapi\]: # "(\w+)"$/m.exec(newest) ?? [];
  const digest = digestOf(openApiDocument());
  const help =
    `openapi.v1.json has changed. Say in the newest entry of ${changelogs.join(' and ')} what is new ` +
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

test.each(changelogs)('%s: each entry is dated or not released, and grouped', (file) => {
  const [, ...entries] = documentNamed(file).split(/^## .+$/m);
  const groups = file.includes('/en/')
    ? ['Added', 'Changed', 'Fixed']
    : ['Neu', 'Geändert', 'Korrigiert'];
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

test('both changelogs have an entry for each version of CHANGELOG.md, the newest first', () => {
  const versions = versionsOf(documentNamed('CHANGELOG.md'));
  for (const file of changelogs) expect(versionsOf(documentNamed(file))).toEqual(versions);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(versions).toContain(version);
});
