import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { endpointIdInput, subscribedEvents } from './webhooks.schema.ts';

const replayExample = {
  replay_id: 'whr_01jd4x6k8mq2v5w9y3z7b1c4df',
  status: 'running',
  deliveries: 1_250,
};

export const webhookReplay = z
  .object({
    replay_id: described(z.string(), {
      en: 'The `{replay_id}` in paths.',
      de: 'Die `{replay_id}` in Pfaden.',
    }),
    status: described(z.string(), {
      en: '`running`: deliveries are being sent. `finished`: the last one is queued or sent. `stopped`: ended before, by a request, or because the endpoint or the API of the team was switched off or paused, or because the limit of a day was reached.',
      de: '`running`: Zustellungen werden gesendet. `finished`: Die letzte ist eingereiht oder gesendet. `stopped`: vorher beendet, durch eine Anfrage, weil der Endpunkt oder die API des Teams ausgeschaltet oder angehalten wurde, oder weil das Limit eines Tages erreicht war.',
      examples: ['running', 'finished', 'stopped'],
    }),
    deliveries: described(z.int().nullable(), {
      en: 'How many deliveries the replay sends; once it has ended, how many it has sent. Null: not counted yet.',
      de: 'Wie viele Zustellungen die Wiederholung sendet; nach ihrem Ende, wie viele sie gesendet hat. Null: noch nicht gezählt.',
    }),
  })
  .meta({
    id: 'WebhookReplay',
    description: docText({
      en: 'Deliveries of a period that are sent to an endpoint again.',
      de: 'Zustellungen eines Zeitraums, die noch einmal an einen Endpunkt gesendet werden.',
    }),
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
  since: described(moment, {
    en: 'The time of the first event, at most 30 days ago.',
    de: 'Die Zeit des ersten Ereignisses, höchstens 30 Tage zurück.',
    examples: ['2026-11-18T22:00:00.000Z'],
  }),
  until: described(moment.optional(), {
    en: 'The end of the period; this moment itself is not included. Without it: now.',
    de: 'Das Ende des Zeitraums; dieser Zeitpunkt selbst gehört nicht dazu. Ohne Angabe: jetzt.',
    examples: ['2026-11-19T06:00:00.000Z'],
  }),
  events: described(subscribedEvents.optional(), {
    en: 'Only these types of events. Without it: every type for `failed`, and for `all` the types to which the endpoint subscribes now.',
    de: 'Nur diese Typen von Ereignissen. Ohne Angabe: bei `failed` alle Typen, bei `all` die Typen, die der Endpunkt jetzt abonniert.',
    examples: [['training.completed']],
  }),
};

export const startReplayInput = z
  .strictObject({
    ...chosen,
    only: described(z.enum(['failed', 'all']).default('failed'), {
      en: '`failed`: one more attempt of each delivery that has failed until now. `all`: a new delivery of each kept event, with the same event id, also of events that have arrived or are older than the endpoint.',
      de: '`failed`: ein weiterer Versuch jeder Zustellung, die bisher fehlgeschlagen ist. `all`: eine neue Zustellung jedes aufbewahrten Ereignisses mit derselben Ereignis-ID, auch von Ereignissen, die angekommen oder älter als der Endpunkt sind.',
    }),
  })
  .meta({
    examples: [
      { since: '2026-11-18T22:00:00.000Z', until: '2026-11-19T06:00:00.000Z', only: 'failed' },
      { since: '2026-11-18T22:00:00.000Z', events: ['training.completed'], only: 'all' },
    ],
  });
export type StartReplayInput = z.output<typeof startReplayInput>;

export const replayIdInput = z.strictObject({
  ...endpointIdInput.shape,
  replay_id: described(z.string(), {
    en: 'The id of a replay at this endpoint.',
    de: 'Die ID einer Wiederholung an diesem Endpunkt.',
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
