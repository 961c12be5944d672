import { expect, test } from 'vitest';
import { parseJsonDocument } from '../../src/shared/json/json-document.ts';

// An empty object has two bytes in a text, and thirty times as many in memory.

const parts = (count: number) =>
  Buffer.from(
    `{"a":[${Array(count - 2)
      .fill('{}')
      .join()}]}`,
  );

test('a body has at most 45,000 objects and lists, as many as D34 allows', () => {
  expect(parseJsonDocument(parts(45_000))).toMatchObject({ ok: true });
  expect(parseJsonDocument(parts(45_001))).toMatchObject({ issues: [{ code: 'too_big' }] });
});

test('their memory is counted before they are read', () => {
  const counted: number[] = [];
  parseJsonDocument(parts(1_000), { take: (bytes) => void counted.push(bytes) });
  expect(counted).toEqual([1_000 * 64]);
  const take = () => {
    throw new Error('no room');
  };
  expect(() => parseJsonDocument(parts(1_000), { take })).toThrow('no room');
});
