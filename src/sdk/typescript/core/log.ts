/** One try of a call. The entry contains nothing that was sent or received. */
export type LogEntry = {
  /** The name of the operation in the reference, such as `createAssignment`. */
  operation: string;
  method: string;
  /** The path as in the reference, without ids: `/users/{member_id}`. */
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
  /** Whether the answer is a stored one, to an earlier call with the same `Idempotency-Key`. */
  replayed: boolean;
  /** Milliseconds until the next try. Undefined if there is none. */
  retryIn: number | undefined;
};

/** Calls the log. A log that throws does not make the call fail. */
export function tell(log: ((entry: LogEntry) => unknown) | undefined, entry: LogEntry): void {
  try {
    Promise.resolve(log?.(entry)).catch(() => undefined);
  } catch {
    // The error of the log is dropped, so that the call goes on.
  }
}
