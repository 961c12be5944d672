import { randomInt } from 'node:crypto';

const MOST = 2 ** 31 - 1;

/** The seed of all random runs: the given `SEED`, which repeats a failure, or a new seed. */
export function seedOf(input: string | undefined): number {
  if (input === undefined) return randomInt(MOST);
  const seed = Number(input);
  if (/^\d+$/.test(input) && seed <= MOST) return seed;
  throw new Error(`SEED must be a whole number from 0 to ${MOST}, not ${input}`);
}
