import { z } from 'zod';
import { editVersion } from '../../shared/edit-version-input.ts';

const moment = z.iso.datetime();
const status = z.enum(['active', 'disabled', 'disabled_failures']);

/** How an endpoint fares now. */
const state = {
  status,
  last_success_at: moment.nullable(),
  /** The first failed attempt since the last success. */
  failing_since: moment.nullable(),
  /** When it is paused if it goes on failing. */
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
  /** The endpoint whose secret this one replaces, while it is there. */
  replaces: z.string().nullable(),
  /** The endpoint that replaces the secret of this one, while it is there. */
  replaced_by: z.string().nullable(),
  /** How many deliveries wait for an attempt, up to 1,000. */
  waiting: z.int(),
  /** The retries of many deliveries that are under way. */
  retry_id: z.string().nullable(),
  version: editVersion,
});
export type EndpointDetail = z.output<typeof endpointDetail>;

export const endpointHealthInput = z
  .strictObject({
    /** Without one, of all endpoints. */
    endpoint_id: z.string().optional(),
    period: z.enum(['24h', '7d']).default('24h'),
  })
  .refine(({ endpoint_id, period }) => endpoint_id !== undefined || period === '24h', {
    path: ['period'],
    message: 'Seven days are for one endpoint.',
  });
export type EndpointHealthInput = z.output<typeof endpointHealthInput>;

const hour = z.strictObject({ at: moment, ok: z.int(), failed: z.int() });

export const endpointHealth = z.strictObject({
  /** The beginning of the first hour. */
  since: moment,
  data: z.array(
    z.strictObject({
      endpoint_id: z.string(),
      ...state,
      /** The sums of the hours. */
      ok: z.int(),
      failed: z.int(),
      /** Attempts by their hour, the present one last. */
      hours: z.array(hour),
    }),
  ),
});
export type EndpointHealth = z.output<typeof endpointHealth>;

export const replacedSecret = z.strictObject({
  endpoint_id: z.string(),
  replaces: z.string(),
  status,
  /** Shown here alone. */
  secret: z.string(),
});
export type ReplacedSecret = z.output<typeof replacedSecret>;
