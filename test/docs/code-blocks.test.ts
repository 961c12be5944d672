import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { blocksOf, documentNamed, rowsOf, sectionOf } from './harness/documents.ts';

/** A row of the table in docs/documentation.md. */
type Row = { pages: string[]; code: string; count: number | undefined; runners: string[] };

const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const rows: Row[] = rowsOf(
  sectionOf(documentNamed('docs/documentation.md'), '## What runs the code of the documentation'),
).flatMap(([pages, codes = '', runners]) =>
  [...codes.matchAll(/(\d+ )?`([^`]+)`/g)].map(([, count, code = '']) => ({
    pages: named(pages),
    code,
    count: count === undefined ? undefined : Number(count),
    runners: named(runners),
  })),
);

type Shown = { page: string; code: string };

/** `answer` means that the block is an example of an answer, right below the command. */
function shownOn(page: string, text: string): Shown[] {
  let last = '';
  return blocksOf(text).map(({ language, before }) => {
    const isRun = ['sh', 'ts', 'python'].includes(last) && before.trim() === '';
    const isAnswer = isRun && ['json', 'http'].includes(language);
    last = language;
    return { page, code: isAnswer ? 'answer' : language };
  });
}

const shown = [
  ...shownOn('README.md', documentNamed('README.md')),
  ...allPages()
    .filter(({ language }) => language === 'en')
    .flatMap((page) => shownOn(page.path === '' ? 'index' : page.path, page.markdown)),
];

const isOf = ({ pages, code }: Row, one: Shown) =>
  code === one.code && pages.some((page) => path.matchesGlob(one.page, page));

test('every block of code in the documentation is run by a test or a script', () => {
  const without = shown.filter((one) => !rows.some((row) => isOf(row, one)));
  expect([...new Set(without.map(({ page, code }) => `${page}: ${code}`))]).toEqual([]);
});

test('every row of the table has as many blocks as it says', () => {
  for (const row of rows) {
    const own = shown.filter((one) => isOf(row, one)).length;
    expect(own, `${row.pages}: ${row.code}`).toBeGreaterThan(0);
    if (row.count !== undefined) expect([row.pages, own]).toEqual([row.pages, row.count]);
  }
});

test('every test and script of the table exists, and the table names every script that runs blocks', () => {
  const runners = new Set(rows.flatMap((row) => row.runners));
  expect([...runners].filter((file) => !existsSync(file))).toEqual([]);
  const scripts = globSync('scripts/try-*.ts').filter((file) => !/postman|crm|sdk/.test(file));
  expect(scripts.filter((file) => !runners.has(file))).toEqual([]);
});
