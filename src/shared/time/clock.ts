/**
 * The clock of the database gives all times that are stored or compared, because all processes share it. Only
 * a test stops it, at a time that the test chooses. `stoppedAt` is null while the clock runs.
 */
export type Clock = {
  stoppedAt(): Date | null;
  /** Milliseconds since some moment, for counts in the memory of a process. They never go back. */
  elapsedMs(): number;
};

export const databaseClock: Clock = {
  stoppedAt: () => null,
  elapsedMs: () => performance.now(),
};
