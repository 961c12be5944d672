/**
 * Stored and compared times are the database's, which is the same for all processes. Only a test
 * stops the clock and travels. `null` while the clock runs.
 */
export type Clock = { stoppedAt(): Date | null };

export const databaseClock: Clock = { stoppedAt: () => null };
