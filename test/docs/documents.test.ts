import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../src/cli/arguments.ts';
import { commands } from '../../src/cli/commands.ts';
import { anchorsOf, documentNamed, documents, shellWords } from './harness/documents.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

test.each(documents)('$file: links lead to files and headings that exist', ({ file, text }) => {
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    const [target = '', anchor] = link.split('#', 2);
    const found = target === '' ? file : path.join(path.dirname(file), target);
    expect(existsSync(found), `${link} in ${file}`).toBe(true);
    if (anchor) expect(anchorsOf(readFileSync(found, 'utf8'))).toContain(anchor);
  }
});

test.each([
  { files: ['docs/operations.md', 'docs/production.md'], most: 12_800 },
  { files: ['docs/decisions.md'], most: 2_500 },
  { files: ['docs/performance.md'], most: 6_000 },
  { files: ['CONTRIBUTING.md'], most: 3_500 },
])('$files: at most $most words', ({ files, most }) => {
  const words = files.flatMap((file) => documentNamed(file).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(most);
});

test.each(documents)('$file: every npm script in it exists', ({ text }) => {
  for (const [, name] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
    expect(Object.keys(scripts)).toContain(name);
  }
  for (const [, name] of text.matchAll(/npm (start|test)\b/g)) {
    expect(Object.keys(scripts)).toContain(name);
  }
});

test.each(documents)('$file: every file of the checkout in it exists', ({ text }) => {
  for (const [name] of text.matchAll(
    /(?<![\w/.])(?:src|test|scripts|openapi|prisma)\/[\w./-]*\w/g,
  )) {
    expect(existsSync(name), name).toBe(true);
  }
});

const checkout = globSync(['*', '{.ci,deploy,docs,openapi,prisma,scripts,src,test}/**/*']).map(
  (file) => file.split(path.sep).join('/'),
);
const ofDevelopers = documents.filter(
  ({ file }) =>
    !/^(CHANGELOG\.md|docs\/(guides\/|contract\/|intake\.md)|src\/sdk\/(typescript|python)\/README)/.test(
      file,
    ),
);

// Documents leave out the beginning of a path if the text has named the folder.
test.each(ofDevelopers)(
  '$file: every partial path of a file or folder in it exists',
  ({ text }) => {
    const named = [...text.matchAll(/`([\w-][\w./-]*(?:\/|\.(?:css|md|mjs|sql|tsx?)))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !['src/db/generated/', 'dist/sdk/typescript/'].includes(name));
    const exists = (name: string) =>
      checkout.some((file) => `/${file}/`.endsWith(`/${name.replace(/\/$/, '')}/`));
    expect(named.filter((name) => !exists(name))).toEqual([]);
  },
);

test.each(documents)('$file: every command line in it is understood', ({ text }) => {
  for (const [, line = ''] of text.matchAll(/npm run --silent cli -- ([^<`#|\n]+)/g)) {
    const parsed = readArguments(commands, shellWords(line));
    if (parsed.kind === 'command') parsed.command.prepare(parsed.texts);
    else if (parsed.words.length > 0)
      expect(commands.map(({ name }) => name)).toContain(parsed.words.join(' '));
  }
});
