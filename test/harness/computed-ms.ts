/** For how long this thread has computed. A busy machine, on which it has to wait, does not count. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * What each of these works costs. Of ten runs, because time is measured in large steps. The least of five,
 * because others only add to it. The works take turns, because the machine becomes faster and slower.
 */
export function costsOf<Works extends (() => unknown)[]>(
  ...works: Works
): { [at in keyof Works]: number } {
  for (const work of works) for (let n = 0; n < 3; n += 1) work();
  const rounds = Array.from({ length: 5 }, () =>
    works.map((work) => {
      const before = computedMs();
      for (let n = 0; n < 10; n += 1) work();
      return computedMs() - before;
    }),
  );
  const least = works.map((_, index) => Math.min(...rounds.map((costs) => costs[index] ?? 0)));
  return least as { [at in keyof Works]: number };
}
