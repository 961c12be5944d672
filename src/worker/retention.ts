import type pg from 'pg';
import { type IdPrefix, idFloor } from '../db/ids.ts';
import type { AllTeamsPrisma } from '../db/prisma/team-prisma.ts';

const BATCH = 2_000;

export type Done = { count: number; more: boolean };

/** What has run out in one table, and how a batch of it is removed. */
export type Chore = {
  name: string;
  keptMs: number;
  /** SQL where rows of others are passed over or tables are large, Prisma elsewhere. */
  run(client: pg.PoolClient, before: Date, prisma: AllTeamsPrisma): Promise<Done>;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows that a walk finds and that stay, before other chores have their turn. */
const STAYING_A_ROUND = 200 * BATCH;

/**
 * Each statement goes along an index, whatever the size of its table, and takes `$1` as the time
 * before which rows have run out and `$2` as the most it may take. Rows that somebody holds right
 * now are left for the next time: nobody waits for housekeeping, and it waits for nobody.
 */
const rows = (sql: string): Chore['run'] => {
  return async (client, before) => {
    const { rowCount } = await client.query(sql, [before, BATCH]);
    return { count: rowCount ?? 0, more: rowCount === BATCH };
  };
};

/**
 * Not what a worker is just writing down: that is left for the next time. An array is made once; a
 * subquery behind `in` may be run again, with other rows to skip.
 */
async function removeDeliveries(
  client: pg.PoolClient,
  which: string,
  values: unknown[],
): Promise<number> {
  const removed = await client.query<{ event_id: string }>(
    `with chosen as materialized (${which}), free as materialized (
       select p.delivery_id as id from webhook_pending p
       where p.delivery_id = any (array(select id from chosen)) for update skip locked
     )
     delete from webhook_delivery where id = any (array(
       select c.id from chosen c where c.id = any (array(select id from free))
         or (select p.delivery_id from webhook_pending p where p.delivery_id = c.id limit 1) is null))
     returning event_id`,
    values,
  );
  // An event goes with the last of its deliveries: nobody can see it any more.
  const eventIds = removed.rows.map(({ event_id }) => event_id);
  await removeUndelivered(client, eventIds);
  return removed.rows.length;
}

/**
 * What was raised together has the same digits of time in its ids, so that few deliveries are looked
 * at; a join would look at all.
 */
async function removeUndelivered(client: pg.PoolClient, eventIds: string[]): Promise<number> {
  const { rowCount } = await client.query(
    `delete from webhook_event where id = any (array(
       select v.id from webhook_event v where v.id = any ($1)
         and (select d.id from webhook_delivery d where d.event_id = v.id
           and d.id between 'whd_' || substr(v.id, 5, 10) and 'whd_' || substr(v.id, 5, 10) || '~'
           order by d.id limit 1) is null
       for update skip locked))`,
    [eventIds],
  );
  return rowCount ?? 0;
}

type Step = (client: pg.PoolClient, ids: string[], before: Date) => Promise<number>;

/**
 * Along the ids, which are as old as their rows. Most of those it looks at may stay, so it goes round
 * them: each batch begins where the one before has ended.
 */
function walk(table: string, prefix: IdPrefix, remove: Step): Chore['run'] {
  let seen = '';
  let staying = 0;
  return async (client, before) => {
    const { rows: old } = await client.query<{ id: string }>(
      `select id from ${table} where id > $1 and id < $2 order by id limit $3`,
      [seen, idFloor(prefix, before), BATCH],
    );
    const ids = old.map(({ id }) => id);
    const count = await remove(client, ids, before);
    const last = ids.length < BATCH ? undefined : ids.at(-1);
    seen = last ?? '';
    staying += ids.length - count;
    const more = last !== undefined && staying < STAYING_A_ROUND;
    if (!more) staying = 0;
    return { count, more };
  };
}

/** Nobody has it, and nobody has asked for it. */
const isFree = `p.urgent_at is null
  and (p.leased_at is null or p.leased_at < now() - interval '10 minutes')`;

const chores: readonly Chore[] = [
  {
    // D54: a window lasts 60 s; past that its row says nothing.
    name: 'rate windows',
    keptMs: 2 * MINUTE_MS,
    run: rows(`delete from rate_window where subject in (
      select subject from rate_window where started_at < $1 limit $2 for update skip locked)`),
  },
  {
    // D97: 24 h from storing; D95: then the stored response is gone as well.
    name: 'idempotency records',
    keptMs: DAY_MS,
    run: rows(`delete from idempotency_record where (tenant_id, lineage_id, key) in (
      select tenant_id, lineage_id, key from idempotency_record
      where created_at < $1 order by created_at limit $2 for update skip locked)`),
  },
  {
    // D144: held for longer than deliveries are kept, from when it was due, by the index that
    // knows what waits. The row then stays as long as any other that ended.
    name: 'held deliveries',
    keptMs: 30 * DAY_MS,
    run: rows(`with due as materialized (
        select due.id from webhook_endpoint e cross join lateral (
          select p.delivery_id as id from webhook_pending p
          where p.endpoint_id = e.id and p.next_try_at < $1 and ${isFree}
          order by p.next_try_at limit $2) due
        where e.status <> 'active' and e.deleted_at is null limit $2
      ), held as materialized (
        select d.id from webhook_delivery d where d.id = any (array(select id from due))
        for no key update skip locked
      ), free as materialized (
        select p.delivery_id as id from webhook_pending p
        where p.delivery_id = any (array(select id from held)) and ${isFree}
        for update skip locked
      ), ended as (
        delete from webhook_pending where delivery_id = any (array(select id from free))
        returning delivery_id, lease_no
      )
      update webhook_delivery d
      set given_up_for = 'endpoint_paused', given_up_at = now(), lease_no = ended.lease_no
      from ended where d.id = ended.delivery_id`),
  },
  {
    // D166
    name: 'deliveries of deleted endpoints',
    keptMs: 0,
    run: async (client, before) => {
      const which = `select of_one.id from webhook_endpoint e cross join lateral (
          select d.id from webhook_delivery d where d.endpoint_id = e.id
          order by d.created_at desc, d.id desc limit $2 for update skip locked) of_one
        where e.deleted_at <= $1 limit $2`;
      const count = await removeDeliveries(client, which, [before, BATCH]);
      return { count, more: count === BATCH };
    },
  },
  {
    // Not at once: a change that began before the endpoint was deleted may still write a delivery,
    // which nobody would look for without it.
    name: 'deleted endpoints',
    keptMs: HOUR_MS,
    run: rows(`delete from webhook_endpoint where id = any (array(
      select e.id from webhook_endpoint e where e.deleted_at < $1
        and not exists (select from webhook_delivery d where d.endpoint_id = e.id)
      order by e.deleted_at limit $2 for update skip locked))`),
  },
  {
    // One that nobody has used for a week is over before (auth/session.ts).
    name: 'sessions',
    keptMs: 0,
    run: rows(`delete from session where id = any (array(
      select id from session where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'one-time links',
    keptMs: 30 * DAY_MS,
    run: rows(`delete from one_time_link where id = any (array(
      select id from one_time_link where expires_at < $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'challenges for passkeys',
    keptMs: 0,
    run: rows(`delete from sign_in_challenge where id = any (array(
      select id from sign_in_challenge where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    name: 'failed sign-ins',
    keptMs: HOUR_MS,
    run: rows(`delete from sign_in_throttle where subject in (
      select subject from sign_in_throttle where started_at < $1 limit $2
      for update skip locked)`),
  },
  {
    name: 'mails',
    keptMs: 90 * DAY_MS,
    run: async (_client, before, prisma) => {
      const where = { created_at: { lt: before } };
      const { count } = await prisma.mail.deleteMany({ where, limit: BATCH });
      return { count, more: count === BATCH };
    },
  },
  {
    // The queue keeps what has failed for the last time, after some days, for somebody to look at.
    name: 'jobs that were given up',
    keptMs: 7 * DAY_MS,
    run: rows(`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < $1 limit $2))`),
  },
];

/** D170. Their attempts go with them. One without an endpoint or an event cannot be sent, ever. */
const isOver = `((select s.ended_at from webhook_delivery_state s where s.id = d.id limit 1) < $2
  or (select e.id from webhook_endpoint e where e.id = d.endpoint_id limit 1) is null
  or (select v.id from webhook_event v where v.id = d.event_id limit 1) is null)`;

/** Locked, and judged by the next statement: a retry may have begun just before. */
const removeEnded: Step = async (client, ids, before) => {
  const which = `select d.id from webhook_delivery d where d.id = any ($1) and ${isOver}`;
  const { rows: locked } = await client.query<{ id: string }>(`${which} for update skip locked`, [
    ids,
    before,
  ]);
  return removeDeliveries(client, which, [locked.map(({ id }) => id), before]);
};

/** A new table with rows that run out is one more entry, and a row in docs/operations.md. */
export function retention(): Chore[] {
  const keptMs = 30 * DAY_MS;
  return [
    ...chores,
    { name: 'deliveries', keptMs, run: walk('webhook_delivery', 'whd', removeEnded) },
    // Whose deliveries went another way.
    { name: 'events', keptMs, run: walk('webhook_event', 'evt', removeUndelivered) },
  ];
}
