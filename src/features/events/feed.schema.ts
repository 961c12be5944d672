import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { namesInput } from '../../shared/schema/names-input.ts';
import { limitInput } from '../../shared/schema/page-schema.ts';
import { events } from '../webhooks/events.schema.ts';
import { subscribableEvents } from '../webhooks/subscribable-events.ts';

const event = z.union(subscribableEvents.map((type) => events[type])).meta({ id: 'Event' });

export const eventFeed = z
  .object({
    data: described(
      z.array(event),
      'The events after the cursor, the oldest first, at most `limit`. May be empty while `has_more` is true. More types may be added: ignore those that you do not know.',
    ),
    cursor: described(
      z.string(),
      'Pass it unchanged as `cursor` next time. It is always there, also with an empty page.',
    ),
    has_more: described(
      z.boolean(),
      'True: ask again at once. False: you have seen all events up to now.',
    ),
  })
  .meta({
    id: 'EventFeed',
    description: 'A page of the event feed.',
    examples: [
      {
        data: subscribableEvents.slice(0, 2).flatMap((type) => events[type].meta()?.examples ?? []),
        cursor: 'AQhT5cVJm3KfWq0bR8x2yVsiZXZlbnRzIl0',
        has_more: false,
      },
    ],
  });
export type EventFeed = z.output<typeof eventFeed>;

const types = namesInput(subscribableEvents, {
  description: 'Only these types of events, separated by commas.',
  example: ['evaluation.completed', 'member.removed'],
});

const LONGEST_WAIT_S = 20;
const EXPECTED_WAIT = `A whole number of seconds from 0 to ${LONGEST_WAIT_S}.`;
const waitText = z
  .string()
  .regex(/^[0-9]{1,3}$/, EXPECTED_WAIT)
  .transform(Number)
  .refine((seconds) => seconds <= LONGEST_WAIT_S, EXPECTED_WAIT);
// A text that becomes a number, as `limit` (D64).
export const waitInput = described(
  z
    .preprocess(
      (input: string | number) => (typeof input === 'number' ? `${input}` : input),
      waitText,
    )
    .default(0),
  'If there is nothing new, the answer waits so many seconds for it. `HEAD` does not wait.',
  {
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      const range = { minimum: 0, maximum: LONGEST_WAIT_S };
      Object.assign(jsonSchema, { type: 'integer', ...range, default: 0 });
    },
  },
);

export const listEventsInput = z.strictObject({
  cursor: described(
    z.string().optional(),
    'The `cursor` of the answer before, with the same `types`.',
  ),
  since: described(
    dateTimeInput.optional(),
    'Begins with the first event of this time or later. Only without `cursor`.',
  ),
  types,
  limit: limitInput,
  wait: waitInput,
});
