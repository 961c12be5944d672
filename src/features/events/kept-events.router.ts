import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { listTotal } from '../../shared/schema/page-schema.ts';
import { getEvent } from './get-event.ts';
import {
  countEventsInput,
  eventDetail,
  eventIdInput,
  eventSubjects,
  foundEvents,
  listKeptEventsInput,
  readerList,
  subjectsInput,
} from './kept-events.schema.ts';
import { countEvents, listKeptEvents } from './list-kept-events.ts';
import { listReaders } from './list-readers.ts';
import { listSubjects } from './list-subjects.ts';

const shown = { section: 'Event feed', personal: 'event' } as const;

/** What the app shows of the kept events. */
export const keptEventsRouter = router({
  listKept: teamProcedure('see_webhooks')
    .input(listKeptEventsInput)
    .output(foundEvents)
    .query(({ ctx, input }) => listKeptEvents(ctx, input)),

  count: teamProcedure('see_webhooks')
    .input(countEventsInput)
    .output(listTotal)
    .query(({ ctx, input }) => countEvents(ctx, input)),

  subjects: teamProcedure('see_webhooks', {
    name: 'events.subjects',
    section: 'Event feed',
    personal: 'event_subject',
  })
    .input(subjectsInput)
    .output(eventSubjects)
    .query(async ({ ctx, input }) => ({ data: await listSubjects(ctx, input.event_ids) })),

  get: teamProcedure('see_webhooks', { name: 'events.get', ...shown })
    .input(eventIdInput)
    .output(eventDetail)
    .query(({ ctx, input }) => getEvent(ctx, input.event_id)),

  readers: teamProcedure('see_webhooks')
    .input(z.strictObject({}))
    .output(readerList)
    .query(({ ctx }) => listReaders(ctx)),
});
