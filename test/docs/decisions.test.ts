import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesIn } from '../harness/sources.ts';
import { documentNamed, documents } from './harness/documents.ts';

const MOST_WORDS = 60;

/** The decisions that settle the contract (D), and our own (P), each with the text of its row. */
const rows = new Map([
  ...rowsOf('docs/contract/decisions.md', /^\| (D\d+) \| (.+) \|$/gm),
  ...rowsOf('docs/decisions.md', /^- \*\*(P\d+)\. (.+)$/gm),
]);

function rowsOf(file: string, row: RegExp): [string, string][] {
  return [...documentNamed(file).matchAll(row)].map(([, number = '', text = '']) => [number, text]);
}

test('each of our decisions has a number of its own', () => {
  const numbers = rowsOf('docs/decisions.md', /^- \*\*(P\d+)\. (.+)$/gm).map(([number]) => number);
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test(`each of our decisions has at most ${MOST_WORDS} words`, () => {
  const long = [...rows].filter(
    ([number, text]) => number.startsWith('P') && wordsOf(text) > MOST_WORDS,
  );
  expect(long.map(([number, text]) => `${number}: ${wordsOf(text)}`)).toEqual([]);
});

test('every decision that code, SQL, a test or a document cites exists', () => {
  const sql = globSync('prisma/**/*.{sql,prisma}').map((file) => readFileSync(file, 'utf8'));
  const sources = [...sourcesIn('src', 'test', 'scripts'), ...documents].map(({ text }) => text);
  // P2025 and its like are errors of Prisma.
  const cited = [...sql, ...sources].flatMap(
    (text) =>
      text.match(/(?<![\w'"`])(?:[DP]\d{1,3}|P1\d{3})\b|(?<=['"`])[DP]\d{1,4}(?=: |, [DP])/g) ?? [],
  );
  expect([...new Set(cited)].filter((number) => !rows.has(number))).toEqual([]);
});

function wordsOf(text: string): number {
  return text.split(/\s+/).length;
}
