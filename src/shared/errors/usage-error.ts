/** A mistake in what the operator has typed, in one line. */
export class UsageError extends Error {}
