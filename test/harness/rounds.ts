type Rounds = { few: number; all: number };

/**
 * The rounds of a test that shows a rule by repetition, for `test.each`: `npm test` runs a few,
 * `npm run chaos` all of them. Each round varies its values by its number, so
 * that `-t "round 7:"` repeats the one that failed.
 */
export function rounds({ few, all }: Rounds): number[] {
  const count = process.env.CHAOS === 'all' ? all : few;
  return Array.from({ length: count }, (_, index) => index + 1);
}
