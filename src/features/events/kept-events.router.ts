import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { listTotal } from '../../shared/page-schema.ts';
import { countEvents, findEvents } from './find-events.ts';
import { findSubjects } from './find-subjects.ts';
import { getEvent } from './get-event.ts';
import {
  countEventsInput,
  eventDetail,
  eventIdInput,
  eventSubjects,
  findEventsInput,
  foundEvents,
  readerList,
  subjectsInput,
} from './kept-events.schema.ts';
import { listReaders } from './list-readers.ts';

const shown = { section: 'Event feed', personal: 'event' } as const;

/** What the app shows of the kept events. */
export const keptEventsRouter = router({
  find: teamProcedure('see_webhooks')
    .input(findEventsInput)
    .output(foundEvents)
    .query(({ ctx, input }) => findEvents(ctx, input)),

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
    .query(async ({ ctx, input }) => ({ data: await findSubjects(ctx, input.event_ids) })),

  get: teamProcedure('see_webhooks', { name: 'events.get', ...shown })
    .input(eventIdInput)
    .output(eventDetail)
    .query(({ ctx, input }) => getEvent(ctx, input.event_id)),

  readers: teamProcedure('see_webhooks')
    .input(z.strictObject({}))
    .output(readerList)
    .query(({ ctx }) => listReaders(ctx)),
});
