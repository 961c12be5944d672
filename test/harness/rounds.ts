import { inject } from 'vitest';

type Count = { few: number; all: number };

/** How many random runs a test makes: a few with `npm test`, all with `npm run chaos`. */
export function runs({ few, all }: Count): number {
  return process.env.CHAOS === 'all' ? all : few;
}

/**
 * The rounds of a test that must repeat, for `test.each`: a few with `npm test`, all with `npm run chaos`. The number of
 * a round decides its random values, so `-t "round 7:"` repeats one that failed.
 */
export function rounds(count: Count): number[] {
  return Array.from({ length: runs(count) }, (_, index) => index + 1);
}

/** Draws `few` of the cases by the seed of the run. `npm run chaos` takes all of them. */
export function drawnCases<T>(few: number, cases: readonly T[]): T[] {
  const first = inject('seed') % cases.length;
  const turned = [...cases.slice(first), ...cases.slice(0, first)];
  return turned.slice(0, runs({ few, all: cases.length }));
}
