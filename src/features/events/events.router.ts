import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { eventFeed, listEventsInput } from './feed.schema.ts';
import { listEvents } from './list-events.ts';

export const eventsRouter = router({
  list: operation(
    {
      scope: 'events:read',
      needsMemberDetail: false,
      personal: 'event',
      app: 'see_webhooks',
    },
    {
      method: 'GET',
      path: '/events',
      operationId: 'listEvents',
      sdk: 'events.list',
      tag: 'Event feed',
      summary: 'Read the event feed',
      description:
        'The events of the team in one order, the oldest first, each exactly once, with the same bodies as webhooks. Without `cursor` and `since` it begins now. Events are kept for 30 days, while the team has a key with `events:read` or a webhook endpoint. If events are missing after a `cursor` or a `since`, the code in `errors` is `cursor_expired`.',
    },
  )
    .input(listEventsInput)
    .output(jsonOf(eventFeed))
    .query(({ ctx, input }) => listEvents(ctx, input)),
});
