import { expect, test } from 'vitest';
import { sourcesIn } from '../harness/sources.ts';
import { documentNamed, documents, sectionOf } from './harness/documents.ts';

const page = documentNamed('docs/decisions.md');
const numbers = numbersIn(page);
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ heading: text.slice(0, text.indexOf('\n')), text }));

function numbersIn(text: string): string[] {
  return [...text.matchAll(/^- \*\*(P\d+)\./gm)].map(([, number = '']) => number);
}

/** The nouns of the index, each with the numbers of its rows. */
const index = [...sectionOf(page, '## Index').matchAll(/^- (.+?): (.+)$/gm)].map(
  ([, noun = '', rows = '']) => ({ noun: noun.replaceAll('`', ''), rows: rows.split(', ') }),
);

const inOrder = (rows: string[]) =>
  rows.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

test('each decision has a number of its own', () => {
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test.each(sections)('the numbers rise: $heading', ({ text }) => {
  const below = numbersIn(text);
  expect(below).toEqual(inOrder(below));
});

test('the index has every decision, and no other numbers', () => {
  const indexed = new Set(index.flatMap(({ rows }) => rows));
  expect(numbers.filter((number) => !indexed.has(number))).toEqual([]);
  expect([...indexed].filter((number) => !numbers.includes(number))).toEqual([]);
});

test('the index is in alphabetical order, and the numbers of each noun rise', () => {
  const nouns = index.map(({ noun }) => noun.toLowerCase());
  expect(nouns).toEqual([...new Set(nouns)].toSorted());
  for (const { rows } of index) expect(rows).toEqual([...new Set(inOrder(rows))]);
});

test('every decision that code or a document cites exists', () => {
  const texts = [...sourcesIn('src', 'test', 'scripts'), ...documents];
  const cited = texts.flatMap(({ text }) => text.match(/(?<![\w'"`])P\d{1,3}\b(?!\d)/g) ?? []);
  expect([...new Set(cited)].filter((number) => !numbers.includes(number))).toEqual([]);
});
