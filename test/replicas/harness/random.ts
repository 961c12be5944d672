/** Random choices. The same seed makes the same choices. */
export type Random = { pick: <T>(from: readonly T[]) => T; word: () => string };

export function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761;
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
  return {
    pick: <T>(from: readonly T[]) => from[next(from.length)] as T,
    word: () => next(2 ** 31).toString(36),
  };
}
