/**
 * The database's clock gives all stored and compared times, because all processes share it. Only a
 * test stops it, at a time that the test chooses. `null` while the clock runs.
 */
export type Clock = { stoppedAt(): Date | null };

export const databaseClock: Clock = { stoppedAt: () => null };
