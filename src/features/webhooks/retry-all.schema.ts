import { z } from 'zod';
import { deliveryFilter } from './list-all-deliveries.schema.ts';
import { countedTypes } from './replay.schema.ts';

export const retryAllInput = z.strictObject({
  ...deliveryFilter,
  /**
   * All deliveries that have failed, only those that were given up, or only those that wait for
   * another attempt.
   */
  status: z.enum(['failed', 'gave_up', 'pending']).default('failed'),
  /** This delivery and all later ones. */
  since_delivery_id: z.string().optional(),
});
export type RetryAllInput = z.output<typeof retryAllInput>;

const countedEndpoint = z.strictObject({
  endpoint_id: z.string(),
  url: z.string(),
  status: z.string(),
  count: z.int(),
});

export const retryPreview = z.strictObject({
  /** How many deliveries the bulk retry would attempt now. */
  count: z.int(),
  endpoints: z.array(countedEndpoint),
  /** The endpoints that are paused or switched off, with the failed deliveries that it therefore leaves out. */
  left_out: z.array(countedEndpoint),
  /** As `counted_back_to`, of the deliveries that it leaves out. */
  left_out_back_to: z.iso.datetime().nullable(),
  types: countedTypes,
  /** If not all deliveries were counted: all since this moment were. Otherwise null. */
  counted_back_to: z.iso.datetime().nullable(),
});
export type RetryPreview = z.output<typeof retryPreview>;

export const retryIdInput = z.strictObject({ retry_id: z.string() });

const progress = {
  /**
   * How many deliveries were counted when somebody asked for the retry. Null if there were too many
   * to count.
   */
  expected: z.int().nullable(),
  looked_at: z.int(),
  /** How many deliveries the bulk retry has queued. Each is attempted once. */
  retried: z.int(),
  finished_at: z.iso.datetime().nullable(),
  /** True if the bulk retry was ended before its last delivery. */
  stopped: z.boolean(),
};

export const retryProgress = z.strictObject({
  retry_id: z.string(),
  asked_at: z.iso.datetime(),
  ...progress,
  /** The results of the deliveries that were queued. Null if there are more than 10,000. */
  outcome: z.strictObject({ arrived: z.int(), failed: z.int(), waiting: z.int() }).nullable(),
  endpoints: z.array(z.strictObject({ endpoint_id: z.string(), ...progress })),
});
export type RetryProgress = z.output<typeof retryProgress>;
