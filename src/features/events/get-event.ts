import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { shownBody } from '../webhooks/shown-body.ts';
import type { EventDetail } from './kept-events.schema.ts';
import { deliveriesOf } from './list-kept-events.ts';
import { findReaders, gets, hasTaken, withoutPlace } from './list-readers.ts';
import { placeEvents } from './place-events.ts';

type Row = Pick<EventDetail, 'type' | 'created_at' | 'body' | 'deliveries'> & { position: number };

/** A kept event with its body as the switches show it now, and what became of it. */
export async function getEvent(call: RequestCall, id: string): Promise<EventDetail> {
  await placeEvents(call.db, call.now);
  const row = await call.db.row<Row>(
    `select e.type, iso(e.created_at) as created_at, v.body, e.feed_position as position,
       (select coalesce(json_agg(json_build_object('id', d.id, 'endpoint_id', d.endpoint_id, 'url', w.url,
          'status', d.status, 'attempt', d.attempt, 'next_try_at', iso(coalesce(d.urgent_at,
            case when w.status = 'active' then d.next_try_at end)), 'ended_at', iso(d.ended_at))
          order by d.id), '[]') from ${deliveriesOf('e.event_id')}) as deliveries
     from kept_event e join webhook_event v on v.tenant_id = $1 and v.id = e.event_id
     where e.tenant_id = $1 and e.event_id = $2 and e.feed_position is not null`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  const { position, body, ...event } = row;
  const placed = { type: event.type, position };
  const readers = (await findReaders(call)).filter((reader) => gets(reader, placed));
  return {
    id,
    ...event,
    ...shownBody(call.actor.privacy, body),
    readers: readers.map((reader) => ({
      ...withoutPlace(reader),
      has_taken: hasTaken(reader, placed),
    })),
  };
}
