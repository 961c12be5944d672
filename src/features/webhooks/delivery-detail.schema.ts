import { z } from 'zod';

const moment = z.iso.datetime();

const asker = z.strictObject({
  kind: z.enum(['key', 'user', 'system']),
  /** Of a person the id as a member, of a key its prefix. */
  id: z.string(),
  /** Of a person. Null while `member_detail_enabled` is off, except one's own. */
  name: z.string().nullable(),
  is_me: z.boolean(),
});
export type Asker = z.output<typeof asker>;

const manualRetry = z.strictObject({
  asked_at: moment,
  by: asker,
  /** Of a retry of many deliveries. */
  run_id: z.string().nullable(),
});
export type ManualRetry = z.output<typeof manualRetry>;

const attempt = z.strictObject({
  n: z.int(),
  at: moment,
  /** As they were sent. Null if nothing was signed, or that is not known. */
  request_headers: z.record(z.string(), z.string()).nullable(),
  /**
   * Why the headers are without `svc-signature`: receivers still take it, or it is over bytes that the
   * body here is without.
   */
  signature_hidden: z.enum(['young', 'personal']).nullable(),
  response_code: z.int().nullable(),
  response_excerpt: z.string().nullable(),
  response_ms: z.int().nullable(),
  error: z.string().nullable(),
  /** Null for an attempt that the service has planned. */
  manual: manualRetry.nullable(),
});
export type ShownAttempt = z.output<typeof attempt>;

const step = z.strictObject({
  at: moment,
  what: z.enum(['raised', 'retry_asked', 'attempted', 'arrived', 'gave_up', 'next_try']),
  /** Of an attempt its number. */
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
    /** The fields of `data` that the privacy switches hide now, though they were sent. */
    hidden: z.array(z.string()),
  }),
  status: z.enum(['pending', 'ok', 'gave_up']),
  attempt: z.int(),
  error: z.string().nullable(),
  created_at: moment,
  next_try_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** A manual retry that is queued or under way. */
  waiting: manualRetry.nullable(),
  /** Whether a retry would make an attempt now: not if the delivery has arrived or is under way. */
  can_retry: z.boolean(),
  /** The newest hundred, oldest first. */
  attempts: z.array(attempt),
  time_line: z.array(step),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;
