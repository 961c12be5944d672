import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { seedOf } from './harness/seed.ts';
import { sourcesIn } from './harness/sources.ts';

test('a run takes its seed from SEED, and has one of its own without', () => {
  expect(seedOf('7')).toBe(7);
  expect(new Set(Array.from({ length: 10 }, () => seedOf(undefined))).size).toBeGreaterThan(1);
  for (const wrong of ['', 'x', '-1', '1.5', '2147483648']) {
    expect(() => seedOf(wrong), wrong).toThrow('SEED must be a whole number');
  }
});

test('every property uses the seed of the run, and prints it when it fails', () => {
  const seed = inject('seed');
  const runs: number[][] = [[], []];
  for (const drawn of runs) fc.assert(fc.property(fc.integer(), (n) => void drawn.push(n)));
  expect(runs[0]).toEqual(runs[1]);
  const fails = () => fc.assert(fc.property(fc.integer(), () => false));
  expect(fails).toThrow(`seed: ${seed}`);
});

test('no test has random values from anywhere else', () => {
  const drawing = sourcesIn('test').filter(
    ({ file, text }) =>
      /\bMath\.random\(|\brandomInt\(/.test(text) && file !== 'test/harness/seed.ts',
  );
  expect(drawing.map(({ file }) => file)).toEqual([]);
});
