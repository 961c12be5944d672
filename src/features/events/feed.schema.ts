import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { limitInput } from '../../shared/schema/page-schema.ts';
import { events } from '../webhooks/events.schema.ts';
import { subscribableEvents } from '../webhooks/subscribable-events.ts';

const event = z.union(subscribableEvents.map((type) => events[type])).meta({ id: 'Event' });

export const eventFeed = z
  .object({
    data: described(z.array(event), {
      en: 'The events after the cursor, the oldest first, at most `limit`. May be empty while `has_more` is true. More types may be added: ignore those that you do not know.',
      de: 'Die Ereignisse nach dem Cursor, die ältesten zuerst, höchstens `limit`. Kann leer sein, obwohl `has_more` true ist. Weitere Typen können hinzukommen: Übergehen Sie, was Sie nicht kennen.',
    }),
    cursor: described(z.string(), {
      en: 'Pass it unchanged as `cursor` next time. It is always there, also with an empty page.',
      de: 'Geben Sie ihn beim nächsten Mal unverändert als `cursor` an. Er ist immer da, auch bei einer leeren Seite.',
    }),
    has_more: described(z.boolean(), {
      en: 'True: ask again at once. False: you have seen all events up to now.',
      de: 'True: Fragen Sie gleich weiter. False: Sie haben alle Ereignisse bis jetzt gesehen.',
    }),
  })
  .meta({
    id: 'EventFeed',
    description: docText({ en: 'A page of the event feed.', de: 'Eine Seite des Ereignis-Feeds.' }),
    examples: [
      {
        data: subscribableEvents.slice(0, 2).flatMap((type) => events[type].meta()?.examples ?? []),
        cursor: 'AQhT5cVJm3KfWq0bR8x2yVsiZXZlbnRzIl0',
        has_more: false,
      },
    ],
  });
export type EventFeed = z.output<typeof eventFeed>;

const types = described(
  z
    .string()
    .max(500)
    .transform((text) => [...new Set(text.split(','))].sort())
    .pipe(z.array(z.enum(subscribableEvents)))
    .optional(),
  {
    en: 'Only these types of events, separated by commas.',
    de: 'Nur diese Typen von Ereignissen, durch Kommas getrennt.',
    examples: ['evaluation.completed,member.removed'],
  },
);

const LONGEST_WAIT_S = 20;
const EXPECTED_WAIT = `A whole number of seconds from 0 to ${LONGEST_WAIT_S}.`;
const waitText = z
  .string()
  .regex(/^[0-9]{1,3}$/, EXPECTED_WAIT)
  .transform(Number)
  .refine((seconds) => seconds <= LONGEST_WAIT_S, EXPECTED_WAIT);
// A text that becomes a number, as `limit` (D64).
const wait = described(
  z
    .preprocess(
      (input: string | number) => (typeof input === 'number' ? `${input}` : input),
      waitText,
    )
    .default(0),
  {
    en: 'If there is no event, the answer waits so many seconds for one. `HEAD` does not wait.',
    de: 'Gibt es kein Ereignis, wartet die Antwort so viele Sekunden auf eines. `HEAD` wartet nicht.',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      const range = { minimum: 0, maximum: LONGEST_WAIT_S };
      Object.assign(jsonSchema, { type: 'integer', ...range, default: 0 });
    },
  },
);

export const listEventsInput = z.strictObject({
  cursor: described(z.string().optional(), {
    en: 'The `cursor` of the answer before, with the same `types`.',
    de: 'Der `cursor` der Antwort davor, mit denselben `types`.',
  }),
  since: described(dateTimeInput.optional(), {
    en: 'Begins with the first event of this time or later. Only without `cursor`.',
    de: 'Beginnt mit dem ersten Ereignis ab dieser Zeit. Nur ohne `cursor`.',
  }),
  types,
  limit: limitInput,
  wait,
});
