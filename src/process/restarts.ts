const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const WITHIN_MS = 60_000;

/** So many ends within a minute are too many for one process: it would hardly do any work. */
export const MOST_ENDS = 5;

/**
 * Decides when a process that has ended is started again. The pause grows while successors die soon after their
 * start, so that a broken start does not make ever more processes.
 */
export class Restarts {
  readonly #most: number;
  #pause = FIRST_PAUSE_MS;
  #ends: number[] = [];

  constructor(processes = 1) {
    this.#most = MOST_ENDS * processes;
  }

  /** The pause before the next start. Undefined if too many processes have ended within a minute. */
  pauseAfter(livedMs: number): number | undefined {
    const now = performance.now();
    this.#ends = [...this.#ends.filter((end) => end > now - WITHIN_MS), now];
    if (this.#ends.length >= this.#most) return undefined;
    const pause = livedMs < SHORT_LIFE_MS ? this.#pause : FIRST_PAUSE_MS;
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    return pause;
  }
}
