import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { endpointIdInput, subscribedEvents } from './webhooks.schema.ts';

const replayExample = {
  replay_id: 'whr_01jd4x6k8mq2v5w9y3z7b1c4df',
  status: 'running',
  deliveries: 1_250,
  delivered: 480,
  failed: 12,
};

export const webhookReplay = z
  .object({
    replay_id: described(z.string(), 'The `{replay_id}` in paths.'),
    status: described(
      z.string(),
      '`running`: deliveries are being sent. `finished`: the last one is queued or sent. `stopped`: ended before, by a request, or because the endpoint or the API of the team was switched off or paused, or because the limit of a day was reached.',
      { examples: ['running', 'finished', 'stopped'] },
    ),
    deliveries: described(
      z.int().nullable(),
      'How many deliveries the replay sends; once it has ended, how many it has sent. Null: not counted yet.',
    ),
    delivered: described(z.int(), 'How many of them have arrived until now.'),
    failed: described(
      z.int(),
      'How many of them have failed until now, or were given up without an attempt.',
    ),
  })
  .meta({
    id: 'WebhookReplay',
    description: 'Deliveries of a period that are sent to an endpoint again.',
    examples: [replayExample],
  });
export type WebhookReplay = z.output<typeof webhookReplay>;

// The document says how long each text of a body may be.
const moment = z
  .string()
  .max(100)
  .pipe(dateTimeInput)
  .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { format: 'date-time' }) });

const chosen = {
  ...endpointIdInput.shape,
  since: described(moment, 'The time of the first event, at most 30 days ago.', {
    examples: ['2026-11-17T22:00:00.000Z'],
  }),
  until: described(
    moment.optional(),
    'The end of the period; this moment itself is not included. Without it: now.',
    { examples: ['2026-11-18T06:00:00.000Z'] },
  ),
  events: described(
    subscribedEvents.optional(),
    'Only these types of events. Without it: every type for `failed`, and for `all` the types to which the endpoint subscribes now.',
    { examples: [['training.completed']] },
  ),
};

export const startReplayInput = z
  .strictObject({
    ...chosen,
    only: described(
      z.enum(['failed', 'all']).default('failed'),
      '`failed`: one more attempt of each delivery that has failed until now. `all`: a new delivery of each kept event, with the same event id, also of events that have arrived or are older than the endpoint.',
    ),
  })
  .meta({
    examples: [
      { since: '2026-11-17T22:00:00.000Z', until: '2026-11-18T06:00:00.000Z', only: 'failed' },
      { since: '2026-11-17T22:00:00.000Z', events: ['training.completed'], only: 'all' },
    ],
  });
export type StartReplayInput = z.output<typeof startReplayInput>;

export const replayIdInput = z.strictObject({
  ...endpointIdInput.shape,
  replay_id: described(z.string(), 'The id of a replay at this endpoint.', {
    examples: [replayExample.replay_id],
  }),
});

/** What the app shows before a person starts a replay of all events. */
export const previewReplayInput = z.strictObject(chosen);
export type PreviewReplayInput = z.output<typeof previewReplayInput>;

/** How many deliveries of which types are sent, the most frequent type first. */
export const countedTypes = z.array(z.strictObject({ type: z.string(), count: z.int() }));

export const replayPreview = z.strictObject({
  count: z.int(),
  types: countedTypes,
  /** False if there may be more. */
  is_whole: z.boolean(),
});
export type ReplayPreview = z.output<typeof replayPreview>;
