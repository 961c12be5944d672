import type { Logger } from '../process/log.ts';

type Options = {
  log: Logger;
  /** The work, in the log's words. */
  name: string;
  /** Logs the first failure in a row. The next round tries again. */
  failed: (err: unknown) => void;
};

/**
 * Does the work at once, and again every `ms`. If a round takes longer, the next one waits for its end. `stop` aborts
 * the signal, and waits for the running round.
 */
export function every(
  ms: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  { log, name, failed }: Options,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isFailing = false;
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    try {
      await work(stopping.signal);
      if (isFailing) log.info({ work: name }, 'repeated work goes on after a failure');
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
