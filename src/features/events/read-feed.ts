import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { shownBody } from '../webhooks/shown-body.ts';
import { placeEvents } from './place-events.ts';

/** So many events are looked at for a page. A page of a rare type may be empty, although there are more events. */
const MOST_LOOKED_AT = 2_000;
/** How often, and with which pause, a reader looks whether the feed of its team has opened. */
const OPENING_TRIES = 20;
const OPENING_PAUSE_MS = 100;

type Place = { reached_at: string; position: number };

type Asked = {
  after: (Place & { history: string }) | null;
  since: string | undefined;
  types: readonly string[] | undefined;
  limit: number;
};

type Page = {
  isExpired: false;
  history: string;
  bodies: string[];
  /** Where the page begins. */
  from: Place;
  /** The last event that was looked at. */
  last: Place;
  has_more: boolean;
};

type Row = {
  history: string | null;
  is_open: boolean | null;
  floor: number;
  is_before_floor: boolean;
  feed: Place;
  looked: number;
  first_looked: number | null;
  last_looked: Place | null;
  shown: number;
  last_shown: Place | null;
  bodies: string[] | null;
};

const placeOf = (alias: string) =>
  `json_build_object('reached_at', iso(${alias}.reached_at), 'position', ${alias}.position)`;
const lastOf = (rows: string) =>
  `(select ${placeOf('l')} from ${rows} l order by l.position desc limit 1)`;

// One statement reads the floor and the events, so that no event is removed in between.
const page = `select (select h.id::text from event_history h where h.is_only and h.origin = database_origin()) as history,
    f.keeps and f.opened_at is not null as is_open, f.floor,
    coalesce($4::timestamptz <= f.floor_at, false) as is_before_floor,
    json_build_object('reached_at', iso(f.reached_at), 'position', f.last_position) as feed, p.*
  from event_feed f
  cross join lateral (
    with looked as materialized (
      select e.event_id, e.type, e.reached_at, e.feed_position as position from kept_event e
      where e.tenant_id = $1 and e.feed_position is not null
        and (e.reached_at, e.feed_position) > ($2::timestamptz, $3::bigint)
      order by e.reached_at, e.feed_position limit $6::integer
    ), shown as materialized (
      select l.* from looked l where coalesce(l.type = any ($5::text[]), true)
      order by l.position limit $7::integer
    )
    select (select count(*) from looked) as looked,
      (select min(l.position) from looked l) as first_looked, ${lastOf('looked')} as last_looked,
      (select count(*) from shown) as shown, ${lastOf('shown')} as last_shown,
      (select array_agg(v.body order by s.position) from shown s cross join lateral (
        select v.body from webhook_event v where v.tenant_id = $1 and v.id = s.event_id limit 1) v) as bodies
  ) p
  where f.tenant_id = $1`;

/** Gives positions to the events that are committed by now, and reads those after a place. */
export async function readFeed(
  { db, now, actor: { privacy } }: RequestCall,
  { after, since, types, limit }: Asked,
): Promise<Page | { isExpired: true }> {
  const most = types ? MOST_LOOKED_AT : limit + 1;
  const begin = after ?? { reached_at: since ?? null, position: 0 };
  const params = [begin.reached_at, begin.position, since, types, most, limit];
  const row = await readRow({ db, now }, params);
  if (!row) return { isExpired: true };
  const { history, floor, feed, looked, last_looked, shown, last_shown } = row;
  // A cursor beyond the end is from before a restore that PostgreSQL took for a crash, as that of a disk's snapshot.
  const isOfHistory = !after || (after.history === history && after.position <= feed.position);
  if (row.is_before_floor || !isOfHistory || (after && after.position < floor)) {
    return { isExpired: true };
  }
  const last = (shown === limit ? last_shown : last_looked) ?? feed;
  return {
    isExpired: false,
    history,
    from: after ?? beginOf(row, since),
    bodies: (row.bodies ?? []).map((body) => shownBody(privacy, body).body),
    last,
    has_more: looked === most || last.position < (last_looked?.position ?? 0),
  };
}

/** Where a page begins that has no cursor: before the first event since a time, or at the end of the feed. */
function beginOf({ first_looked, feed }: Row, since: string | undefined): Place {
  if (since === undefined || first_looked === null) return feed;
  return { reached_at: since, position: first_looked - 1 };
}

/**
 * Reads the row of the page. A feed opens when all transactions of the team have ended that have raised an event before
 * the team kept events: mostly at once, and no reader may begin before.
 */
async function readRow(
  { db, now }: Pick<RequestCall, 'db' | 'now'>,
  params: unknown[],
): Promise<(Row & { history: string }) | undefined> {
  for (let n = 0; n < OPENING_TRIES; n++) {
    if (n > 0) await sleep(OPENING_PAUSE_MS);
    await placeEvents(db, now);
    const row = await db.row<Row>(page, params);
    if (!row) return undefined;
    const { history } = row;
    if (row.is_open && history !== null) return { ...row, history };
  }
  throw new ApiError('unavailable');
}
