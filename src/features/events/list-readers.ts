import type { Call } from '../../operation/call.ts';
import { findReadersOfChanges } from '../changes/find-readers.ts';
import type { Reader, ReaderList } from './kept-events.schema.ts';
import { stateOf } from './reader-state.ts';

/** The most readers that the app shows. A lineage of keys has at most twenty. */
const MOST_READERS = 100;
/** So many events are looked at for the first one that a reader has not taken. */
const MOST_LOOKED_AT = 500;

/** A reader with what it has taken: the events of its types after `begin`, up to `position`. */
export type KnownReader = Reader & { begin: number; position: number };

type Row = Omit<KnownReader, 'feed' | 'types' | 'state' | 'remaining'> & {
  types: string;
  is_expired: boolean;
};

/**
 * The readers of the team that asked in the last days, those that are furthest behind first. A reader without a key that
 * can read events is forgotten. If too many events are not its own, it counts as behind since the first of them.
 */
export async function findReaders({ db, now }: Pick<Call, 'db' | 'now'>): Promise<KnownReader[]> {
  const rows = await db.rows<Row>(
    `select json_build_object('id', k.id, 'name', k.name) as key, r.types, iso(r.asked_at) as asked_at,
       r.begin_position as begin, r.position,
       (coalesce(h.id <> r.history_id, true) or r.position < f.floor) as is_expired, iso(n.at) as behind_since
     from feed_reader r
     cross join lateral (
       select k.id, k.name from api_key k
       where k.tenant_id = $1 and k.lineage_id = r.lineage_id and 'events:read' = any (k.scopes)
         and k.revoked_at is null and coalesce(k.expires_at > $2, true)
       order by k.created_at desc, k.id desc limit 1) k
     cross join lateral (select f.floor from event_feed f where f.tenant_id = $1 limit 1) f
     left join event_history h on h.is_only and h.origin = database_origin()
     cross join lateral (
       select coalesce(
         (array_agg(e.created_at order by e.feed_position) filter (where e.is_own))[1],
         case when count(*) = ${MOST_LOOKED_AT} then min(e.created_at) end) as at
       from (
         select e.created_at, e.feed_position,
           case when r.types = '' then true else e.type = any (string_to_array(r.types, ',')) end as is_own
         from kept_event e
         where e.tenant_id = $1 and e.feed_position is not null
           and (e.reached_at, e.feed_position) > (r.reached_at, r.position)
         order by e.reached_at, e.feed_position
         limit case when r.types = '' then 1 else ${MOST_LOOKED_AT} end) e) n
     where r.tenant_id = $1
     order by n.at nulls last, r.asked_at desc, r.lineage_id, r.types limit ${MOST_READERS}`,
    [now],
  );
  return rows.map(({ types, is_expired, ...row }) => ({
    ...row,
    feed: 'events',
    remaining: null,
    types: types === '' ? null : types.split(','),
    state: is_expired ? 'expired' : stateOf(row.behind_since, now),
  }));
}

export async function listReaders(call: Pick<Call, 'db' | 'now'>): Promise<ReaderList> {
  const ofEvents = (await findReaders(call)).map(withoutPlace);
  return { data: [...ofEvents, ...(await findReadersOfChanges(call))] };
}

export function withoutPlace({ begin: _, position: __, ...reader }: KnownReader): Reader {
  return reader;
}

type Placed = { type: string; position: number };

/** Whether the reader gets such an event. It does not get what is before its beginning. */
export const gets = ({ types, begin }: KnownReader, { type, position }: Placed): boolean =>
  position > begin && (types?.includes(type) ?? true);

export const hasTaken = (reader: KnownReader, { position }: Placed): boolean =>
  reader.state !== 'expired' && position <= reader.position;
