import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { type EventType, events } from './events.schema.ts';

const types = Object.keys(events) as [EventType, ...EventType[]];

/** The fields that the filters of a search and of a bulk retry share. */
export const deliveryFilter = {
  /** If the id is missing, the filter is about all endpoints. */
  endpoint_id: z.string().optional(),
  type: z.enum(types).optional(),
  event_id: z.string().optional(),
  /** An id in the `data` of the event, such as that of a training. */
  object_id: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'An id: 1 to 100 letters, digits, _ and -.')
    .optional(),
  /** How the last attempt failed: the status of an answer that was not 2xx, or the error. */
  answer: z
    .string()
    .regex(/^(\d{3}|[a-z_]{1,40})$/, 'A status or an error, such as 422 or timeout.')
    .optional(),
  from: dateTimeInput.optional(),
  /** The end of the period. This moment itself is not included. */
  to: dateTimeInput.optional(),
};

export const listAllDeliveriesInput = z.strictObject({
  ...pageInput,
  ...deliveryFilter,
  /**
   * `queued`, `retrying` and `held` divide what is `pending`, as the badges do: before the first attempt, after a
   * failed one, and without a planned one. `failed`: an attempt has failed and none has succeeded, whether or not
   * another attempt is planned.
   */
  status: z.enum(['ok', 'pending', 'gave_up', 'failed', 'queued', 'retrying', 'held']).optional(),
});
export type ListAllDeliveriesInput = z.output<typeof listAllDeliveriesInput>;

export const countDeliveriesInput = listAllDeliveriesInput.omit({ cursor: true, limit: true });

export const countValuesInput = countDeliveriesInput.extend({
  status: z.enum(['ok', 'gave_up', 'queued', 'retrying', 'held']).optional(),
  /** Nobody chooses another endpoint, so that its deliveries alone are counted. */
  is_endpoint_fixed: z.boolean().optional(),
});
export type CountValuesInput = z.output<typeof countValuesInput>;

const valueFields = ['status', 'type', 'endpoint', 'answer'] as const;

export const deliveryValues = z.strictObject({
  /**
   * For each value that occurs: how many deliveries have it and fit all other fields of the filter. Null if the period
   * has more than 10,000 deliveries, of a fixed endpoint if it has.
   */
  found: z
    .array(z.strictObject({ field: z.enum(valueFields), value: z.string(), deliveries: z.int() }))
    .nullable(),
  /** How many deliveries the count has looked at. */
  looked: z.int(),
});
export type DeliveryValues = z.output<typeof deliveryValues>;

const foundDelivery = z.strictObject({
  id: z.string(),
  endpoint_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  /** The request that made the event. Null if a worker or the operator made it. */
  request_id: z.string().nullable(),
  attempt: z.int(),
  status: z.enum(['ok', 'pending', 'gave_up']),
  created_at: z.iso.datetime(),
  next_try_at: z.iso.datetime().nullable(),
  response_code: z.int().nullable(),
  response_excerpt: z.string().nullable(),
  response_ms: z.int().nullable(),
  error: z.string().nullable(),
  /** An attempt has failed, and none is asked for or running: a manual retry makes sense. */
  can_retry: z.boolean(),
});
export type FoundDelivery = z.output<typeof foundDelivery>;

export const foundDeliveries = z.strictObject({
  data: z.array(foundDelivery),
  /** There may be a cursor without a further match: the next search goes on where this page has ended. */
  next_cursor: z.string().nullable(),
  searched: z.strictObject({
    /** How many deliveries the search looked at. */
    deliveries: z.int(),
    /** The search looked at all deliveries since this moment. Null if it looked at all deliveries. */
    back_to: z.iso.datetime().nullable(),
  }),
});
export type FoundDeliveries = z.output<typeof foundDeliveries>;
