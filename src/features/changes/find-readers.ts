import type { Call } from '../../operation/call.ts';
import type { Reader } from '../events/kept-events.schema.ts';
import { stateOf } from '../events/reader-state.ts';
import type { ChangedType } from './changes.schema.ts';
import { entriesFor } from './read-changes.ts';

/** The most readers that the app shows. A lineage of keys has at most twenty. */
const MOST_READERS = 100;

type Row = Pick<Reader, 'key' | 'asked_at' | 'remaining'> & {
  types: string;
  feed_id: string;
  position: number;
};

type Place = { is_expired: boolean; behind_since: string | null };

/** The readers of changes that asked in the last days, the latest first. */
export async function findReadersOfChanges({
  db,
  now,
}: Pick<Call, 'db' | 'now'>): Promise<Reader[]> {
  const rows = await db.rows<Row>(
    `select json_build_object('id', k.id, 'name', k.name) as key, r.types, r.feed_id,
       r.position::float8 as position, r.remaining::float8 as remaining, iso(r.asked_at) as asked_at
     from change_reader r
     cross join lateral (
       select k.id, k.name from api_key k
       where k.tenant_id = $1 and k.lineage_id = r.lineage_id
         and k.revoked_at is null and coalesce(k.expires_at > $2, true)
       order by k.created_at desc, k.id desc limit 1) k
     where r.tenant_id = $1 and r.asked_at > $2::timestamptz - interval '7 days'
     order by r.asked_at desc, r.lineage_id, r.types limit ${MOST_READERS}`,
    [now],
  );
  if (rows.length === 0) return [];
  // The list of changes is in tables of another family.
  const places = await db.rows<Place>(
    `select not coalesce(f.keeps and f.id = r.feed and r.position between f.floor and f.last_position, false)
       as is_expired, iso(n.at) as behind_since
     from unnest($2::text[], $3::uuid[], $4::bigint[]) with ordinality as r (types, feed, position, n)
     left join change_feed f on f.tenant_id = $1
     left join lateral (
       select min(c.placed_at) as at from unnest(string_to_array(r.types, ',')) y (type)
       cross join lateral (select c.placed_at from changed_object c
         where c.tenant_id = $1 and c.type = y.type and c.position > r.position
         order by c.position limit 1) c) n on true
     order by r.n`,
    [
      rows.map(({ types }) => entriesFor(types.split(',') as ChangedType[]).join()),
      rows.map(({ feed_id }) => feed_id),
      rows.map(({ position }) => position),
    ],
  );
  return rows.map(({ types, feed_id: _, position: __, ...row }, i) => {
    const { is_expired = true, behind_since = null } = places[i] ?? {};
    return {
      feed: 'changes',
      ...row,
      types: types.split(','),
      state: is_expired ? 'expired' : stateOf(behind_since, now),
      behind_since,
    };
  });
}
