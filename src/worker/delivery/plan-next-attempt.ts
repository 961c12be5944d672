type Columns = {
  /** The row of `webhook_pending` as it was before the attempt. */
  pending: string;
  /** Why the attempt failed; null if it succeeded. */
  error: string;
  /** The delays of WEBHOOK_RETRY_DELAYS, in milliseconds. */
  delaysMs: string;
};

/**
 * Plans the automatic retries (D150): decides what follows from an attempt. A success ends the delivery. A
 * failure plans the next attempt after the next delay, counted from now. If no delay is left, a failure ends
 * the delivery. A manual retry that fails leaves the plan as it was, and ends a delivery without a planned
 * attempt (D148). The plan is SQL, because the statement that records attempts applies it. The view
 * `webhook_delivery_state` derives the status of the delivery (`pending`, `ok` or `gave_up`). All reasons for
 * which a delivery waits are listed at `DeliveryLoop` (`delivery-loop.ts`).
 */
export function planNextAttempt({ pending: p, error, delaysMs }: Columns) {
  // A ping is urgent too, but its first attempt belongs to the plan.
  const isManual = `(${p}.urgent_at is not null and (${p}.attempt > 0 or ${p}.next_try_at is null))`;
  return {
    ends: `${error} is null or case when ${isManual} then ${p}.next_try_at is null
      else ${p}.retries >= cardinality(${delaysMs}) end`,
    nextTryAt: `case when ${isManual} then ${p}.next_try_at
      else now() + (${delaysMs})[${p}.retries + 1] * interval '1 ms' end`,
    retries: `${p}.retries + (not ${isManual})::integer`,
  };
}
