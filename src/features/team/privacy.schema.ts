import { z } from 'zod';
import type { PrivacySwitches } from '../../auth/privacy.ts';

const switches = { member_detail_enabled: z.boolean(), leaderboard_enabled: z.boolean() };

/** A switch that is not named stays as it is. */
export const privacyInput = z.strictObject(switches).partial();
export type PrivacyInput = z.output<typeof privacyInput>;

export function switched(now: PrivacySwitches, input: PrivacyInput): PrivacySwitches {
  return {
    member_detail_enabled: input.member_detail_enabled ?? now.member_detail_enabled,
    leaderboard_enabled: input.leaderboard_enabled ?? now.leaderboard_enabled,
  };
}

/** An operation that REST and the app have, or a procedure that only the app has (`rest` is null). */
const where = {
  name: z.string(),
  section: z.string(),
  rest: z.strictObject({ method: z.string(), path: z.string() }).nullable(),
};
/**
 * How the answer hides the field: it is absent, null or empty, or the value is missing if there are too few
 * members.
 */
const field = { field: z.string(), hidden: z.enum(['absent', 'null', 'empty', 'few']) };

const effect = z.discriminatedUnion('kind', [
  /** The whole operation answers 403 `privacy_restricted`. */
  z.strictObject({ kind: z.literal('refused'), ...where }),
  z.strictObject({ kind: z.literal('field'), ...where, ...field }),
  /** The body of a webhook. */
  z.strictObject({ kind: z.literal('event'), event: z.string(), ...field }),
]);
export type Effect = z.output<typeof effect>;

export const privacyPreview = z.strictObject({
  now: z.strictObject(switches),
  next: z.strictObject(switches),
  hides: z.array(effect),
  shows: z.array(effect),
  /** How many members get a mail about the change. */
  tells: z.int(),
});
export type PrivacyPreview = z.output<typeof privacyPreview>;
