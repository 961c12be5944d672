import { expect, test } from 'vitest';
import { sourcesIn } from '../harness/sources.ts';
import { documentNamed, documents } from './harness/documents.ts';

const entries = documentNamed('docs/decisions.md').matchAll(/^- \*\*(P\d+)\./gm);
const numbers = [...entries].map(([, number = '']) => number);

test('each of our decisions has a number of its own', () => {
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

test('every decision that code or a document cites is there', () => {
  const texts = [...sourcesIn('src', 'test', 'scripts'), ...documents];
  const cited = texts.flatMap(({ text }) => text.match(/(?<![\w'"`])P\d{1,3}\b(?!\d)/g) ?? []);
  expect([...new Set(cited)].filter((number) => !numbers.includes(number))).toEqual([]);
});
