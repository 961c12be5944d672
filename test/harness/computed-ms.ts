/** The CPU time of this thread. On a busy machine, waiting for a processor does not count. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The CPU time of each function. Each measurement covers ten runs, because the system counts in large steps. The least
 * of five measurements counts, because other load only adds to it. The functions take turns, because the machine's speed
 * varies.
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

/** What the job below costs on the calm machine for which the tests' bounds in milliseconds were chosen. */
const JOB_MS = 45;
const JOB = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n, name: `name ${n}` })));

/** A bound in milliseconds for this machine. A slower machine gets more; a faster one does not get less. */
export function onThisMachine(ms: number): number {
  const [cost] = costsOf(() => JSON.stringify(JSON.parse(JOB)));
  return ms * Math.max(1, cost / JOB_MS);
}
