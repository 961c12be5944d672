import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longest } from './harness/longest-first.ts';

test('each file that the run of the tests begins with exists', () => {
  expect(longest.filter((name) => !existsSync(`test/${name}.test.ts`))).toEqual([]);
  expect(new Set(longest).size).toBe(longest.length);
});
