import type pg from 'pg';
import { WriteBehind } from '../db/write-behind.ts';
import type { FeedRead } from '../operation/call.ts';
import type { Logger } from '../shared/process/log.ts';
import { EVENT_DAYS } from '../shared/time/kept-days.ts';

export type FeedReaders = WriteBehind<FeedRead>;

type Deps = { pool: pg.Pool; log: Logger; everyMs?: number | undefined };

const EVERY_MS = 10_000;
/** The most lists of types that are noted of a lineage. */
const MOST_OF_LINEAGE = 20;

// A reader has taken the erasures between where it began and where it is. What lies before the place of its row is known
// already, if it has not begun anew since. A note that a process writes late does not replace a newer one.
const writeReaders = {
  name: 'write feed readers',
  text: `with noted as materialized (
      select n.* from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[],
        $7::timestamptz[], $8::timestamptz[])
        as n (tenant_id, lineage_id, types, history_id, begin_position, position, reached_at, asked_at)
      -- An operator may have deleted the team.
      join tenant t on t.id = n.tenant_id
    ), placed as materialized (
      select n.*, r.tenant_id is not null as is_known,
        greatest(n.begin_position, case when r.history_id = n.history_id
          and r.begin_position = n.begin_position then r.position end) as seen
      from noted n
      left join feed_reader r on r.tenant_id = n.tenant_id and r.lineage_id = n.lineage_id and r.types = n.types
    ), taken as (
      insert into erasure_reader (tenant_id, event_id, lineage_id, types, taken_at)
      select k.tenant_id, e.event_id, k.lineage_id, k.types, k.asked_at
      from placed k cross join lateral (
        select e.event_id from kept_event e
        where e.tenant_id = k.tenant_id and e.type = 'member.erased'
          and e.feed_position > k.seen and e.feed_position <= k.position) e
      where k.types = '' or 'member.erased' = any (string_to_array(k.types, ','))
      on conflict do nothing
    )
    insert into feed_reader as r (tenant_id, lineage_id, types, history_id, begin_position, position, reached_at,
      began_at, asked_at)
    select k.tenant_id, k.lineage_id, k.types, k.history_id, k.begin_position, k.position, k.reached_at,
      k.asked_at, k.asked_at
    from placed k
    where k.is_known or (select count(*) from feed_reader c
      where c.tenant_id = k.tenant_id and c.lineage_id = k.lineage_id) < ${MOST_OF_LINEAGE}
    on conflict (tenant_id, lineage_id, types) do update
      set history_id = excluded.history_id, begin_position = excluded.begin_position, position = excluded.position,
        reached_at = excluded.reached_at, asked_at = excluded.asked_at
      where r.asked_at <= excluded.asked_at`,
  query_timeout: 3_000,
};

// What lies before the place of its row is known already, as above. Who has taken an erasure is known for 30 days.
const findOpenErasures = {
  name: 'find erasures for readers of changes',
  text: `select n.tenant_id, n.lineage_id, n.types, s.seen, n.position, n.asked_at, e.id, e.member_id
    from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::timestamptz[])
      as n (tenant_id, lineage_id, types, feed_id, begin_position, position, remaining, asked_at)
    left join change_reader r on r.tenant_id = n.tenant_id and r.lineage_id = n.lineage_id and r.types = n.types
    cross join lateral (select greatest(n.begin_position, case when r.feed_id = n.feed_id
      and r.begin_position = n.begin_position then r.position end) as seen) s
    join erasure e on e.tenant_id = n.tenant_id and e.member_id is not null
      and e.finished_at > n.asked_at - interval '${EVENT_DAYS} days'
    where s.seen < n.position`,
  query_timeout: 3_000,
};

// The list of changes is in tables of another family, so it cannot be joined. An erasure that has ended is in the list, or
// is noted.
const findErasedPlaces = {
  name: 'find places of erased members',
  text: `select c.tenant_id, c.type, c.id, c.position from changed_object c
    where c.tenant_id = any ($1::text[]) and c.type in ('member', 'removal') and c.id = any ($2::text[])
      and not exists (select from change_note u
        where u.tenant_id = c.tenant_id and u.type = c.type and c.id = any (u.ids))`,
  query_timeout: 3_000,
};

// An operator may have deleted the team.
const writeTakenErasures = {
  name: 'write erasures that readers of changes have taken',
  text: `insert into erasure_reader (tenant_id, event_id, lineage_id, types, taken_at)
    select n.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
      as n (tenant_id, event_id, lineage_id, types, taken_at)
    join tenant t on t.id = n.tenant_id
    on conflict do nothing`,
  query_timeout: 3_000,
};

// An operator may have deleted the team, as above.
const writeChangeReaders = {
  name: 'write change readers',
  text: `insert into change_reader as r (tenant_id, lineage_id, types, feed_id, begin_position, position, remaining,
      began_at, asked_at)
    select n.tenant_id, n.lineage_id, n.types, n.feed_id, n.begin_position, n.position, n.remaining, n.asked_at, n.asked_at
    from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::timestamptz[])
      as n (tenant_id, lineage_id, types, feed_id, begin_position, position, remaining, asked_at)
    join tenant t on t.id = n.tenant_id
    where (select count(*) from change_reader c
      where c.tenant_id = n.tenant_id and c.lineage_id = n.lineage_id and c.types <> n.types) < ${MOST_OF_LINEAGE}
    on conflict (tenant_id, lineage_id, types) do update
      set feed_id = excluded.feed_id, begin_position = excluded.begin_position, position = excluded.position,
        remaining = excluded.remaining, asked_at = excluded.asked_at
      where r.asked_at <= excluded.asked_at`,
  query_timeout: 3_000,
};

/** How far each key has read the feeds of its team. Of a killed process, the reads of its last ten seconds are lost. */
export const feedReaders = ({ pool, log, everyMs = EVERY_MS }: Deps): FeedReaders =>
  new WriteBehind({
    everyMs,
    failed: (err) => log.warn({ err }, 'the positions of feed readers could not be written'),
    keyOf: ({ feed, lineageId, types }) => `${feed} ${lineageId} ${types}`,
    write: async (reads) => {
      const ofEvents = reads.filter((read) => read.feed === 'events');
      const ofChanges = reads.filter((read) => read.feed === 'changes');
      if (ofEvents.length > 0) {
        const reached = ofEvents.map(({ reached_at }) => reached_at);
        await pool.query({ ...writeReaders, values: columnsOf(ofEvents, reached) });
      }
      if (ofChanges.length > 0) {
        // If a process is killed behind this, it has forgotten nothing.
        await noteTakenErasures(
          pool,
          ofChanges.filter((read) => read.isToldOfErasures),
        );
        await pool.query({ ...writeChangeReaders, values: columnsOfChanges(ofChanges) });
      }
    },
  });

type ChangeRead = Extract<FeedRead, { feed: 'changes' }>;
const columnsOfChanges = (reads: readonly ChangeRead[]) =>
  columnsOf(
    reads,
    reads.map(({ remaining }) => remaining),
  );

type OpenErasure = {
  tenant_id: string;
  lineage_id: string;
  types: string;
  seen: string;
  position: string;
  asked_at: Date;
  id: string;
  member_id: string;
};
type ErasedPlace = { tenant_id: string; type: string; id: string; position: string };

async function noteTakenErasures(pool: pg.Pool, reads: readonly ChangeRead[]): Promise<void> {
  if (reads.length === 0) return;
  const values = columnsOfChanges(reads);
  const { rows: open } = await pool.query<OpenErasure>({ ...findOpenErasures, values });
  if (open.length === 0) return;
  const erased = [open.map(({ tenant_id }) => tenant_id), open.map(({ member_id }) => member_id)];
  const { rows: places } = await pool.query<ErasedPlace>({ ...findErasedPlaces, values: erased });
  const placeOf = new Map(places.map((one) => [`${one.tenant_id} ${one.type} ${one.id}`, one]));
  const taken = open.filter(({ tenant_id, types, member_id, seen, position }) => {
    const type = types.split(',').includes('member') ? 'member' : 'removal';
    const place = Number(placeOf.get(`${tenant_id} ${type} ${member_id}`)?.position);
    return place > Number(seen) && place <= Number(position);
  });
  if (taken.length === 0) return;
  await pool.query({
    ...writeTakenErasures,
    values: [
      taken.map(({ tenant_id }) => tenant_id),
      taken.map(({ id }) => id),
      taken.map(({ lineage_id }) => lineage_id),
      taken.map(({ types }) => types),
      taken.map(({ asked_at }) => asked_at),
    ],
  });
}

function columnsOf(reads: readonly FeedRead[], own: unknown[]): unknown[] {
  return [
    reads.map(({ tenantId }) => tenantId),
    reads.map(({ lineageId }) => lineageId),
    reads.map(({ types }) => types),
    reads.map(({ history }) => history),
    reads.map(({ begin }) => begin),
    reads.map(({ position }) => position),
    own,
    reads.map(({ at }) => at),
  ];
}
