import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { deliveryDetail } from '../webhooks/delivery-detail.schema.ts';
import { subscribableEvents } from '../webhooks/subscribable-events.ts';

const moment = z.iso.datetime();

export const listKeptEventsInput = z.strictObject({
  ...pageInput,
  type: z.enum(subscribableEvents).optional(),
  from: dateTimeInput.optional(),
});
export type ListKeptEventsInput = z.output<typeof listKeptEventsInput>;

export const countEventsInput = listKeptEventsInput.omit({ cursor: true, limit: true });

const foundEvent = z.strictObject({
  id: z.string(),
  type: z.string(),
  created_at: moment,
  /** How many deliveries of the event are in each state. `held`: those of `pending` whose endpoint is switched off or paused. */
  deliveries: z.strictObject({ ok: z.int(), pending: z.int(), held: z.int(), gave_up: z.int() }),
  /** How many of the readers that get this event have taken it. */
  readers: z.strictObject({ taken: z.int(), all: z.int() }),
});
export type FoundEvent = z.output<typeof foundEvent>;

export const foundEvents = z.strictObject({
  data: z.array(foundEvent),
  /** There may be a cursor without a further match: the next page goes on where this one has ended. */
  next_cursor: z.string().nullable(),
});
export type FoundEvents = z.output<typeof foundEvents>;

export const subjectsInput = z.strictObject({
  event_ids: z.array(z.string().max(100)).max(100),
});

const eventSubject = z.strictObject({
  event_id: z.string(),
  /** What the event is about: an id, and the name of what has it. The name of a member is in `person`. */
  object_id: z.string().nullable(),
  object: z.string().nullable(),
  /** The member, as the audit log names members. */
  person: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  score: z.int().nullable(),
});
export type EventSubject = z.output<typeof eventSubject>;

export const eventSubjects = z.strictObject({ data: z.array(eventSubject) });

const reader = z.strictObject({
  feed: z.enum(['events', 'changes']),
  /** The newest key of the lineage that can read the feed. */
  key: z.strictObject({ id: z.string(), name: z.string() }),
  /** Null: it asks for all types. */
  types: z.array(z.string()).nullable(),
  asked_at: moment,
  /** `late`: behind for two days. `expired`: events after its cursor are gone, so it must begin anew. */
  state: z.enum(['up_to_date', 'behind', 'late', 'expired']),
  /** The time of the first event or change that it has not taken, if that is known. */
  behind_since: moment.nullable(),
  /** About how many objects a reader of changes still has to take of its beginning. */
  remaining: z.int().nullable(),
});
export type Reader = z.output<typeof reader>;

export const readerList = z.strictObject({ data: z.array(reader) });
export type ReaderList = z.output<typeof readerList>;

export const eventIdInput = z.strictObject({ event_id: z.string() });

export const eventDetail = z.strictObject({
  ...deliveryDetail.shape.event.shape,
  deliveries: z.array(
    z.strictObject({
      id: z.string(),
      endpoint_id: z.string(),
      url: z.string(),
      status: deliveryDetail.shape.status,
      attempt: z.int(),
      next_try_at: moment.nullable(),
      ended_at: moment.nullable(),
    }),
  ),
  /** The readers that get this event. */
  readers: z.array(z.strictObject({ ...reader.shape, has_taken: z.boolean() })),
});
export type EventDetail = z.output<typeof eventDetail>;
