/** What the operator has typed wrong, in one line for the operator. */
export class UsageError extends Error {}
