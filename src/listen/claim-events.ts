import type pg from 'pg';

/** A connection that has room for events. */
export type Asking = { id: string; connectionNo: number };

export type ClaimedEvent = {
  listenerId: string;
  eventId: string;
  type: string;
  body: string;
  createdAt: Date;
  /** True if a connection of the listener may have sent it before. */
  again: boolean;
  /** The database's time of the claim. The signature contains this time. */
  claimedAtMs: number;
};

/**
 * The most events of a listener that are sent and have no answer yet. The next event is sent when one of them
 * is answered. So neither this service nor the connection holds more for a command line that reads slowly.
 */
const WINDOW = 50;

// One statement serves all connections of this process. `between` with the same value twice and `order by`
// the columns of an index make PostgreSQL use the index, even in a plan that was made while the tables were
// empty (claim.ts of deliveries). A connection that another one has replaced has an old number, and gets
// nothing.
const statement = {
  name: 'claim listened events',
  text: `with asked as materialized (
      select l.id, a.no from unnest($1::text[], $2::integer[]) as a (id, no)
      cross join lateral (
        select l.id from listener l
        where l.id between a.id and a.id and l.connection_no = a.no and l.ended_at is null
        order by l.id limit 1) l
    ), due as materialized (
      select w.found_at, a.no, w.listener_id, w.event_id, w.event_type, w.created_at, w.seq,
        w.sent_no is not null as again
      from asked a cross join lateral (
        select e.ctid as found_at, e.* from listener_event e
        where e.listener_id between a.id and a.id and e.answered_at is null
        order by e.listener_id, e.seq limit ${WINDOW}) w
      where w.sent_no is distinct from a.no
    ), taken as (
      update listener_event e set sent_no = d.no, sent_at = now() from due d
      where e.ctid = d.found_at and e.answered_at is null
      returning e.listener_id, e.event_id
    )
    select d.listener_id as "listenerId", d.event_id as "eventId", d.event_type as type, v.body,
      d.created_at as "createdAt", d.again, date_part('epoch', now()) * 1000 as "claimedAtMs"
    from due d
    join taken using (listener_id, event_id)
    cross join lateral (select v.body from webhook_event v where v.id = d.event_id limit 1) v
    order by d.seq`,
};

/** Claims the events that these connections have not sent, in the order in which they were raised. */
export async function claimEvents(
  pool: pg.Pool,
  asking: readonly Asking[],
): Promise<ClaimedEvent[]> {
  const { rows } = await pool.query<ClaimedEvent>({
    ...statement,
    values: [asking.map(({ id }) => id), asking.map(({ connectionNo }) => connectionNo)],
  });
  return rows;
}

/**
 * Notes that these connections are alive. Returns the listeners whose connection is still the newest one.
 */
export async function noteSeen(pool: pg.Pool, asking: readonly Asking[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'note listeners',
    text: `update listener l set last_seen_at = now()
      from unnest($1::text[], $2::integer[]) as a (id, no)
      where l.id = a.id and l.connection_no = a.no and l.ended_at is null
      returning l.id`,
    values: [asking.map(({ id }) => id), asking.map(({ connectionNo }) => connectionNo)],
  });
  return new Set(rows.map(({ id }) => id));
}
