import { conditions } from '../../db/conditions.ts';
import { encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import { countSearched } from '../../db/pages/search-page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { ListTotal } from '../../shared/schema/page-schema.ts';
import type { FoundEvent, FoundEvents, ListKeptEventsInput } from './kept-events.schema.ts';
import { findReaders, gets, hasTaken } from './list-readers.ts';
import { placeEvents } from './place-events.ts';

/** So many events are looked at for a page. A page of a rare type may be empty, although there are more events. */
const MOST_LOOKED_AT = 2_000;

type Row = Pick<FoundEvent, 'id' | 'type' | 'created_at' | 'deliveries'> & {
  position: number;
  reached_at: string;
};
type Found = { looked: number; stopped_at: string | null; stopped: string | null; rows: Row[] };

/** The deliveries of an event to endpoints that still exist. Their ids contain the time of the event. */
export const deliveriesOf = (event: string) => `webhook_delivery_state d
  join webhook_endpoint w on w.tenant_id = $1 and w.id = d.endpoint_id and w.deleted_at is null
  where d.tenant_id = $1 and d.event_id = ${event}
    and d.id >= 'whd_' || substr(${event}, 5, 10) and d.id < 'whd_' || substr(${event}, 5, 10) || '~'`;

const page = `with looked as materialized (
    select e.event_id, e.type, e.created_at, e.reached_at, e.feed_position as position from kept_event e
    where e.tenant_id = $1 and e.feed_position is not null
      and (e.reached_at, e.feed_position) < ($2::timestamptz, $3::bigint)
      and e.reached_at >= $4::timestamptz
    order by e.reached_at desc, e.feed_position desc limit $5::integer
  ), shown as materialized (
    select l.* from looked l where l.type = coalesce($6::text, l.type)
    order by l.position desc limit $7::integer
  )
  select (select count(*) from looked) as looked,
    (select iso(l.reached_at) from looked l order by l.position limit 1) as stopped_at,
    (select l.position::text from looked l order by l.position limit 1) as stopped,
    (select coalesce(json_agg(json_build_object('id', s.event_id, 'type', s.type,
       'created_at', iso(s.created_at), 'reached_at', iso(s.reached_at), 'position', s.position,
       'deliveries', n.counts) order by s.position desc), '[]')
     from shown s
     cross join lateral (
       select json_build_object('ok', count(*) filter (where d.status = 'ok'),
         'pending', count(*) filter (where d.status = 'pending'),
         'held', count(*) filter (where d.status = 'pending' and d.urgent_at is null and w.status <> 'active'),
         'gave_up', count(*) filter (where d.status = 'gave_up')) as counts
       from ${deliveriesOf('s.event_id')}) n) as rows`;

/**
 * The kept events of the team, newest first, each with what became of it. It does not use `searchPage`: the list is in
 * the order of positions, which are numbers, and one statement looks at the events and counts their deliveries.
 */
export async function listKeptEvents(
  call: RequestCall,
  { cursor, limit, type, from }: ListKeptEventsInput,
): Promise<FoundEvents> {
  const { db, cursorKey, now } = call;
  if (cursor === undefined) await placeEvents(db, now);
  const place = { route: 'events.listKept', tenant: db.tenantId, filters: { type, from } };
  const after = readCursor({ cursor, place, cursorKey });
  const most = type === undefined ? limit + 1 : MOST_LOOKED_AT;
  const found = await db.row<Found>(page, [
    after?.at ?? 'infinity',
    after?.id ?? '0',
    from ?? '-infinity',
    most,
    type ?? null,
    limit + 1,
  ]);
  if (!found) throw new Error('A search has no answer');
  const { looked, stopped_at: at, stopped: id } = found;
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  const end = last && { at: last.reached_at, id: `${last.position}` };
  const stop = end ?? (looked === most && at !== null && id !== null ? { at, id } : null);
  const readers = rows.length > 0 ? await findReaders(call) : [];
  return {
    data: rows.map(({ position, reached_at: _, ...event }) => {
      const own = readers.filter((reader) => gets(reader, { ...event, position }));
      const taken = own.filter((reader) => hasTaken(reader, { ...event, position })).length;
      return { ...event, readers: { taken, all: own.length } };
    }),
    next_cursor: stop && encodeCursor({ ...place, ...stop }, cursorKey),
  };
}

/** How many events the list has. */
export async function countEvents(
  { db }: Pick<RequestCall, 'db'>,
  { type, from }: Pick<ListKeptEventsInput, 'type' | 'from'>,
): Promise<ListTotal> {
  const among = conditions(['e.tenant_id = $1', 'e.feed_position is not null']);
  if (from) among.add((n) => `e.reached_at >= ${n}::timestamptz`, from);
  const all = conditions(among.where, among.params);
  if (type) all.add((n) => `e.type = ${n}`, type);
  const { where, params } = all;
  const source = { from: 'kept_event e', where, params, at: 'e.reached_at', id: 'e.feed_position' };
  return { total: await countSearched(db, { source, among }) };
}
