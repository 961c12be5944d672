type Count = { few: number; all: number };

/** How often a test repeats something random: `npm test` a few times, `npm run chaos` all. */
export function runs({ few, all }: Count): number {
  return process.env.CHAOS === 'all' ? all : few;
}

/**
 * The rounds of a test that shows a rule by repetition, for `test.each`: `npm test` runs a few,
 * `npm run chaos` all of them. Each round varies its values by its number, so
 * that `-t "round 7:"` repeats the one that failed.
 */
export function rounds(count: Count): number[] {
  return Array.from({ length: runs(count) }, (_, index) => index + 1);
}
