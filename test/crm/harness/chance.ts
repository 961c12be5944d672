/** Returns a random number from 0 to 1. */
export type Chance = () => number;

/** Repeatable random numbers (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random numbers that depend on the round. */
export function randomOf(round: number): Chance {
  return chanceOf(round * 0x9e3779b9);
}
