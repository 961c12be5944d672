import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';

/** The period. Without one, the last 24 hours. A longer period is cut to the 24 hours before its end. */
export const pulseInput = z.strictObject({
  since: dateTimeInput.optional(),
  until: dateTimeInput.optional(),
});
export type PulseInput = z.output<typeof pulseInput>;

const counts = z.array(z.int());

/** How many there were in each bar. All lists are as long as `bars`. */
export const pulse = z.strictObject({
  /** The beginning of each bar, the oldest first. */
  bars: z.array(z.iso.datetime()),
  /** The length of a bar. */
  step_s: z.int(),
  /** The end of the last bar that has begun. */
  until: z.iso.datetime(),
  /** Null for people who do not see the interfaces of the team. */
  interfaces: z
    .strictObject({
      requests: z.strictObject({ ok: counts, rejected: counts, limited: counts, server: counts }),
      events: counts,
      /**
       * Deliveries, at the time of their event, divided as their badges are. `waiting`: queued. `needs`: retrying or
       * held. `failed`: given up. `retries`: their attempts after the first.
       */
      deliveries: z.strictObject({
        ok: counts,
        waiting: counts,
        needs: counts,
        failed: counts,
        retries: counts,
      }),
    })
    .nullable(),
  /**
   * The trainings that began, for people without interfaces. Null for the others, and while `member_detail_enabled` is
   * off.
   */
  trainings: z.strictObject({ done: counts, running: counts, aborted: counts }).nullable(),
  /** If there were too many to count them all: what happened since this time was counted. Otherwise null. */
  counted_back_to: z.iso.datetime().nullable(),
});
export type Pulse = z.output<typeof pulse>;
