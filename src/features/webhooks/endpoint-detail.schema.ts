import { z } from 'zod';
import { editVersion } from '../../shared/schema/edit-version-input.ts';

const moment = z.iso.datetime();
const status = z.enum(['active', 'disabled', 'disabled_failures']);

/** The state of an endpoint. */
const state = {
  status,
  last_success_at: moment.nullable(),
  /** The first failed attempt since the last success. */
  failing_since: moment.nullable(),
  /** The time at which the endpoint is paused, if it goes on failing. */
  pauses_at: moment.nullable(),
  paused_at: moment.nullable(),
};

export const endpointDetail = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  api_version: z.string(),
  created_at: moment,
  ...state,
  /** The endpoint whose secret this one replaces, as long as that endpoint exists. */
  replaces: z.string().nullable(),
  /** The endpoint that replaces the secret of this one, as long as that endpoint exists. */
  replaced_by: z.string().nullable(),
  /** How many deliveries wait for an attempt, up to 1,000. */
  waiting: z.int(),
  /** The end of the last attempt, if the endpoint is failing or paused for failing. */
  last_answer: z
    .strictObject({ at: moment, response_code: z.int().nullable(), error: z.string().nullable() })
    .nullable(),
  /** The bulk retry that is running. */
  retry_id: z.string().nullable(),
  version: editVersion,
});
export type EndpointDetail = z.output<typeof endpointDetail>;

export const endpointHealthInput = z
  .strictObject({
    /** If the id is missing, the numbers are those of all endpoints. */
    endpoint_id: z.string().optional(),
    /**
     * `recent`: the last 24 hours, or seven days for an endpoint without an attempt in 24 hours. Otherwise an endpoint
     * that gets an event a day would look as if it did nothing.
     */
    period: z.enum(['24h', '7d', 'recent']).default('24h'),
  })
  .refine(({ endpoint_id, period }) => endpoint_id !== undefined || period !== '7d', {
    path: ['period'],
    message: 'Seven days are for one endpoint.',
  });
export type EndpointHealthInput = z.output<typeof endpointHealthInput>;

const hour = z.strictObject({ at: moment, ok: z.int(), failed: z.int() });

export const endpointHealth = z.strictObject({
  /** From where our requests come, for the customer's firewall. Empty if the operator names no addresses. */
  egress_addresses: z.array(z.string()),
  /** The beginning of the first hour. With `recent`, the beginning of the 24 hours. */
  since: moment,
  data: z.array(
    z.strictObject({
      endpoint_id: z.string(),
      ...state,
      /** The period of the numbers of this endpoint. */
      period: z.enum(['24h', '7d']),
      /**
       * The time within which 95 % of the answers came, among the latest deliveries. Null without an
       * answer.
       */
      p95_ms: z.int().nullable(),
      /** The sums of the hours. */
      ok: z.int(),
      failed: z.int(),
      /**
       * Attempts by hour, the present hour last. With `recent`, the seven days of an endpoint are in steps of
       * 24 hours.
       */
      hours: z.array(hour),
    }),
  ),
});
export type EndpointHealth = z.output<typeof endpointHealth>;

export const replacedSecret = z.strictObject({
  endpoint_id: z.string(),
  replaces: z.string(),
  status,
  /** The service shows the secret only here. */
  secret: z.string(),
});
export type ReplacedSecret = z.output<typeof replacedSecret>;
