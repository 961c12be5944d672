/** The one clock: rules take the time as a value from it, so that a test can travel days. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
