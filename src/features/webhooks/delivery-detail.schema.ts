import { z } from 'zod';

const moment = z.iso.datetime();

const asker = z.strictObject({
  kind: z.enum(['key', 'user', 'system']),
  /** The member's id of a person, or the prefix of a key. */
  id: z.string(),
  /** The name of a person. Null while `member_detail_enabled` is off, unless the person is oneself. */
  name: z.string().nullable(),
  is_me: z.boolean(),
});
export type Asker = z.output<typeof asker>;

const manualRetry = z.strictObject({
  asked_at: moment,
  by: asker,
  /** The bulk retry that asked for the attempt. Null if a person asked for this one delivery. */
  run_id: z.string().nullable(),
});
export type ManualRetry = z.output<typeof manualRetry>;

const attempt = z.strictObject({
  n: z.int(),
  at: moment,
  /** The headers that were sent. Null if nothing was signed, or if the headers are not known. */
  request_headers: z.record(z.string(), z.string()).nullable(),
  /**
   * Why `svc-signature` is missing. `young`: receivers still accept the signature. `personal`: it
   * signs fields that this answer hides.
   */
  signature_hidden: z.enum(['young', 'personal']).nullable(),
  response_code: z.int().nullable(),
  response_excerpt: z.string().nullable(),
  response_ms: z.int().nullable(),
  error: z.string().nullable(),
  /** Null if the service planned the attempt. */
  manual: manualRetry.nullable(),
});
export type ShownAttempt = z.output<typeof attempt>;

const step = z.strictObject({
  at: moment,
  what: z.enum(['raised', 'retry_asked', 'attempted', 'arrived', 'gave_up', 'next_try']),
  /** The number of the attempt, for a step that is an attempt. */
  n: z.int().optional(),
  by: asker.optional(),
});
export type Step = z.output<typeof step>;

export const deliveryDetail = z.strictObject({
  id: z.string(),
  endpoint: z.strictObject({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    status: z.enum(['active', 'disabled', 'disabled_failures']),
  }),
  event: z.strictObject({
    id: z.string(),
    type: z.string(),
    created_at: moment,
    /** The bytes that are sent, without the fields in `hidden`. */
    body: z.string(),
    /** The fields of `data` that were sent and that the privacy switches hide now. */
    hidden: z.array(z.string()),
  }),
  status: z.enum(['pending', 'ok', 'gave_up']),
  attempt: z.int(),
  error: z.string().nullable(),
  created_at: moment,
  next_try_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** A manual retry that is queued or running. */
  waiting: manualRetry.nullable(),
  /**
   * True if a retry would make an attempt now. False if the delivery has arrived, or if an attempt is
   * running.
   */
  can_retry: z.boolean(),
  /** The newest hundred attempts, oldest first. */
  attempts: z.array(attempt),
  time_line: z.array(step),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;
