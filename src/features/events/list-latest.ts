import type { z } from 'zod';
import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { JsonText } from '../../shared/json/json-text.ts';
import { type EventFeed, listEventsInput } from './feed.schema.ts';
import { listEvents, listEventsAfter } from './list-events.ts';
import { placeEvents } from './place-events.ts';

/** How many of the latest events are searched for those of the asked types. */
const MOST_LOOKED_AT = 2_000;

export const listLatestInput = listEventsInput.pick({ cursor: true, types: true, limit: true });

type Row = {
  keeps: boolean;
  history: string | null;
  reached_at: string | null;
  position: number | null;
};

/** The latest events of the team, the oldest first, or those after a cursor. */
export async function listLatest(
  call: RequestCall,
  { cursor, types, limit }: z.output<typeof listLatestInput>,
): Promise<JsonText<EventFeed>> {
  const input = { types, limit, since: undefined, wait: 0 };
  if (cursor !== undefined) return listEvents(call, { ...input, cursor });
  await placeEvents(call.db, call.now);
  const row = await call.db.row<Row>(
    `select f.keeps, iso(n.reached_at) as reached_at, n.position,
       (select h.id::text from event_history h where h.is_only and h.origin = database_origin()) as history
     from event_feed f
     left join lateral (
       select l.reached_at, l.position from (
         select e.type, e.reached_at, e.feed_position as position from kept_event e
         where e.tenant_id = $1 and e.feed_position is not null
         order by e.reached_at desc, e.feed_position desc limit ${MOST_LOOKED_AT}) l
       where coalesce(l.type = any ($2::text[]), true)
       order by l.position desc limit $3::integer) n on true
     where f.tenant_id = $1 order by n.position limit 1`,
    [types, limit],
  );
  if (!row?.keeps) throw new ApiError('conflict', { because: 'keeps_no_events' });
  const { history, reached_at, position } = row;
  if (history === null || reached_at === null || position === null) {
    return listEvents(call, { ...input, cursor });
  }
  // The place before the first of these events.
  const place = { history, reached_at, position: position - 1 };
  return listEventsAfter(call, place, input);
}
