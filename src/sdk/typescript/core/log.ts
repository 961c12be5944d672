/** One try of a call. It names the operation and never what was sent or received. */
export type LogEntry = {
  /** The name of the operation in the reference, such as `createAssignment`. */
  operation: string;
  method: string;
  /** The path as the reference has it, without ids: `/users/{member_id}`. */
  path: string;
  /** 1 for the first try. */
  attempt: number;
  /** How long this try took. */
  ms: number;
  /** The status of the answer. Undefined if there was none. */
  status: number | undefined;
  /** The code of the error, `connection` or `timeout`. Undefined if the call succeeded. */
  code: string | undefined;
  requestId: string | undefined;
  /** The answer is the first one to the same `Idempotency-Key` again. */
  replayed: boolean;
  /** Milliseconds until the next try. Undefined if there is none. */
  retryIn: number | undefined;
};

/** A log that fails must not fail the call. */
export function tell(log: ((entry: LogEntry) => unknown) | undefined, entry: LogEntry): void {
  try {
    Promise.resolve(log?.(entry)).catch(() => undefined);
  } catch {
    // The call goes on.
  }
}
