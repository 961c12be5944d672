/**
 * The time of what is stored and compared is the database's, on which all processes agree. A test
 * stops it, and travels; where nobody has stopped it, this is `null`.
 */
export type Clock = { stoppedAt(): Date | null };

export const databaseClock: Clock = { stoppedAt: () => null };
