type Log = {
  /** Logs the first failure in a row. The next round tries again. */
  failed: (err: unknown) => void;
  /** Logs that a round has succeeded after a failure. */
  again?: () => void;
};

/**
 * Does the work at once, and again every `ms`. If a round takes longer, the next one waits for its end. `stop` aborts
 * the signal, and waits for the running round.
 */
export function every(
  ms: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  { failed, again }: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isFailing = false;
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    try {
      await work(stopping.signal);
      if (isFailing) again?.();
      isFailing = false;
    } catch (err) {
      if (!isFailing) failed(err);
      isFailing = true;
    }
    running = undefined;
  };
  const begin = (): void => {
    running ??= round();
  };
  begin();
  const timer = setInterval(begin, ms);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
