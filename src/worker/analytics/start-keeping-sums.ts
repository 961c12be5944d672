import { type KeepingDeps, keepAllSums } from './keep-all-sums.ts';

const INTERVAL_MS = 10_000;

/** Keeps the sums of the analytics up to date. Only one worker at a time makes the sums of a team. */
export function startKeepingSums(deps: KeepingDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= keepAllSums(deps, stopping.signal)
      .catch((err: unknown) => {
        deps.log.warn({ err }, 'the sums of analytics could not be kept');
      })
      .finally(() => {
        running = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
