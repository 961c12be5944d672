import { z } from 'zod';
import { text } from '../../shared/schema/text.ts';

/** What a person can make happen in a sandbox. If it raises an event, it has the name of the event. */
export const happenings = [
  'training.completed',
  'evaluation.completed',
  'member.joined',
  'member.accepted',
  'member.removed',
  'crm.sync.failed',
  'ping',
] as const;
export type Happening = (typeof happenings)[number];

/** Only programs cause these events (D165), and nothing here may act as a key of the team. */
const onlyByPrograms = ['assignment.created', 'assignment.completed'] as const;

const chosen = text(100).min(1).optional();

export const triggerInput = z.strictObject({
  name: z.enum([...happenings, ...onlyByPrograms]),
  /** The member who trains, accepts or leaves. If it is missing, one is chosen. */
  member_id: chosen,
  /** The assignment for which the member trains. */
  assignment_id: chosen,
  /** The endpoint that gets the ping. If it is missing, the newest one. */
  endpoint_id: chosen,
});
export type Trigger = z.output<typeof triggerInput>;

const made = z.strictObject({
  kind: z.enum(['training', 'member', 'connection', 'delivery']),
  id: z.string(),
});
export type Made = z.output<typeof made>;

export const triggered = z.strictObject({
  /** The id of this request. `outcome` finds the consequences by it. */
  request_id: z.string(),
  made: z.array(made),
});
export type Triggered = z.output<typeof triggered>;

export const outcomeInput = z.strictObject({
  request_id: z.uuid(),
  /** If the worker does the rest: the connection that it synchronizes. */
  connection_id: chosen,
});
export type OutcomeInput = z.output<typeof outcomeInput>;

const HOUR_MS = 3_600_000;

/** The spans by which the stored times of an endpoint can be moved. */
export const passingTimes = {
  '1m': 60_000,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '3d': 72 * HOUR_MS,
} as const;
export type PassingTime = keyof typeof passingTimes;

export const passTimeInput = z.strictObject({
  endpoint_id: text(100).min(1),
  time: z.enum(Object.keys(passingTimes) as [PassingTime, ...PassingTime[]]),
});

export const passed = z.strictObject({
  /** How many deliveries of the endpoint were moved. */
  deliveries: z.int(),
  /** How many of them are due now. A worker attempts them within seconds. */
  due: z.int(),
});
export type Passed = z.output<typeof passed>;

export const shownMails = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      recipient: z.string(),
      lang: z.string(),
      subject: z.string(),
      /** The text of the mail. In the place of a link, it says that there is none. */
      body: z.string(),
    }),
  ),
  /** True if there are older mails that are not shown. */
  has_more: z.boolean(),
});
export type ShownMails = z.output<typeof shownMails>;
