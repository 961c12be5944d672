import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { docText } from '../../shared/schema/doc-text.ts';
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
      summary: docText({ en: 'Read the event feed', de: 'Den Ereignis-Feed lesen' }),
      description: docText({
        en: 'The events of the team in one order, the oldest first, each exactly once, with the same bodies as webhooks. Without `cursor` and `since` it begins now. Events are kept for 30 days, while the team has a key with `events:read` or a webhook endpoint. If events are missing after a `cursor` or a `since`, the code in `errors` is `cursor_expired`.',
        de: 'Die Ereignisse des Teams in einer Reihenfolge, die ältesten zuerst, jedes genau einmal, mit denselben Bodys wie Webhooks. Ohne `cursor` und `since` beginnt er jetzt. Ereignisse bleiben 30 Tage erhalten, solange das Team einen Schlüssel mit `events:read` oder einen Webhook-Endpunkt hat. Fehlen nach einem `cursor` oder `since` Ereignisse, dann ist der Code in `errors` `cursor_expired`.',
      }),
    },
  )
    .input(listEventsInput)
    .output(jsonOf(eventFeed))
    .query(({ ctx, input }) => listEvents(ctx, input)),
});
