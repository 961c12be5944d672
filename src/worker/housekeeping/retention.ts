import type pg from 'pg';
import { type IdPrefix, idFloor } from '../../db/ids.ts';
import type { AllTeamsPrisma } from '../../db/prisma/team-prisma.ts';
import { WAITING_DAYS } from '../../features/trainings/intake.schema.ts';
import { auditEntries, oldRowsOfTeams, strayLines, usage } from './old-rows-of-teams.ts';
import { removeDeliveries, removeUndelivered } from './remove-deliveries.ts';
import { countDroppedSessions } from './waiting-sessions.ts';

const BATCH = 2_000;

export type Done = { count: number; more: boolean };

/** How long one table keeps its rows, and how a batch of expired rows is removed. */
export type RetentionRule = {
  name: string;
  keptMs: number;
  /** SQL if the table is large or locked rows must be skipped, else Prisma. */
  run(client: pg.PoolClient, before: Date, prisma: AllTeamsPrisma): Promise<Done>;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** After this many rows that must stay, a walk stops and the next rule is applied. */
const MAX_STAYING = 200 * BATCH;

/**
 * Each statement uses an index, so its time does not grow with its table. `$1` is the time before which rows
 * have expired, `$2` the maximum number of rows. It skips locked rows and leaves them for the next
 * minute, so that housekeeping and other transactions do not wait for each other.
 */
const rows = (sql: string): RetentionRule['run'] => {
  return async (client, before) => {
    const { rowCount } = await client.query(sql, [before, BATCH]);
    return { count: rowCount ?? 0, more: rowCount === BATCH };
  };
};

type Step = (client: pg.PoolClient, ids: string[], before: Date) => Promise<number>;

/**
 * Walks along the ids, which sort by the age of their rows. Most rows that it reads may have to stay,
 * so each batch begins where the one before has ended.
 */
function walk(table: string, prefix: IdPrefix, remove: Step): RetentionRule['run'] {
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
    const more = last !== undefined && staying < MAX_STAYING;
    if (!more) staying = 0;
    return { count, more };
  };
}

/** No worker has a lease on it, and no person has asked for a retry. */
const isFree = `p.urgent_at is null
  and (p.leased_at is null or p.leased_at < now() - interval '10 minutes')`;

const rules: readonly RetentionRule[] = [
  {
    // A window lasts 60 s, and afterwards its row has no meaning (D54).
    name: 'rate windows',
    keptMs: 2 * MINUTE_MS,
    run: rows(`delete from rate_window where subject in (
      select subject from rate_window where started_at < $1 limit $2 for update skip locked)`),
  },
  {
    // A key is valid for 24 h (D97). The stored response is removed with it (D95).
    name: 'idempotency records',
    keptMs: DAY_MS,
    run: rows(`delete from idempotency_record where (tenant_id, lineage_id, key) in (
      select tenant_id, lineage_id, key from idempotency_record
      where created_at < $1 order by created_at limit $2 for update skip locked)`),
  },
  {
    // A paused endpoint held the delivery for longer than deliveries are kept, counted from when it
    // was due (D144). It is given up, and its row then stays as long as any other.
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
    // A deleted endpoint takes its deliveries with it (D166).
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
    // A change that began before the endpoint was deleted may still write a delivery. Without the
    // endpoint's row it would never be removed.
    name: 'deleted endpoints',
    keptMs: HOUR_MS,
    run: rows(`delete from webhook_endpoint where id = any (array(
      select e.id from webhook_endpoint e where e.deleted_at < $1
        and not exists (select from webhook_delivery d where d.endpoint_id = e.id)
      order by e.deleted_at limit $2 for update skip locked))`),
  },
  {
    // What arrived of a session whose start has not come.
    name: 'waiting sessions',
    keptMs: WAITING_DAYS * DAY_MS,
    run: async (client, before) => {
      const { rowCount } = await client.query(
        `delete from training_intake where ctid = any (array(
          select ctid from training_intake where waiting_since < $1 limit $2
          for update skip locked))`,
        [before, BATCH],
      );
      const count = rowCount ?? 0;
      countDroppedSessions(count);
      return { count, more: count === BATCH };
    },
  },
  {
    // The list of keys shows thirty days.
    name: 'days of keys',
    keptMs: 31 * DAY_MS,
    run: rows(`delete from api_key_day where ctid = any (array(
      select ctid from api_key_day where day < ($1::timestamptz at time zone 'UTC')::date order by day limit $2
      for update skip locked))`),
  },
  {
    // The chart of an endpoint shows seven days.
    name: 'hours of endpoints',
    keptMs: 8 * DAY_MS,
    run: rows(`delete from webhook_endpoint_hour where ctid = any (array(
      select ctid from webhook_endpoint_hour where hour < $1 order by hour limit $2
      for update skip locked))`),
  },
  {
    // As long as the deliveries.
    name: 'retries of many deliveries',
    keptMs: 30 * DAY_MS,
    run: rows(`delete from webhook_retry_run where ctid = any (array(
      select ctid from webhook_retry_run where created_at < $1 order by created_at limit $2
      for update skip locked))`),
  },
  {
    // A session that was not used for a week ends before (auth/session.ts).
    name: 'sessions',
    keptMs: 0,
    run: rows(`delete from session where id = any (array(
      select id from session where expires_at <= $1 order by expires_at limit $2
      for update skip locked))`),
  },
  {
    // Before the links themselves, so that no mail keeps one that has ended.
    name: 'links in mails',
    keptMs: 0,
    run: rows(`update mail set sealed_link = null where id = any (array(
      select m.id from mail m left join one_time_link l on l.id = m.link_id
      where m.sealed_link is not null
        and (l.id is null or l.used_at is not null or l.expires_at <= $1)
      limit $2 for update of m skip locked))`),
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
    // As long as a browser keeps the cookie.
    name: 'known devices',
    keptMs: YEAR_MS,
    run: rows(`delete from known_device where (person_id, token_hash) in (
      select person_id, token_hash from known_device where last_used_at < $1
      order by last_used_at limit $2 for update skip locked)`),
  },
  {
    name: 'security log',
    keptMs: YEAR_MS,
    run: async (client, before) => {
      // Ids sort by the age of their rows.
      const { rowCount } = await client.query(
        `delete from security_log where id = any (array(
           select id from security_log where id < $1 order by id limit $2 for update skip locked))`,
        [idFloor('sec', before), BATCH],
      );
      return { count: rowCount ?? 0, more: rowCount === BATCH };
    },
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
    // The queue keeps a job that has failed for the last time, so that an operator can look at it.
    name: 'jobs that were given up',
    keptMs: 7 * DAY_MS,
    run: rows(`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < $1 limit $2))`),
  },
];

/**
 * True if a delivery ended before that time (D170), or has lost its endpoint or event and so can
 * never be sent. Its attempts are removed with it.
 */
const isOver = `((select s.ended_at from webhook_delivery_state s where s.id = d.id limit 1) < $2
  or (select e.id from webhook_endpoint e where e.id = d.endpoint_id limit 1) is null
  or (select v.id from webhook_event v where v.id = d.event_id limit 1) is null)`;

/** Locks the deliveries and checks them again: a retry may have begun just before. */
const removeEnded: Step = async (client, ids, before) => {
  const which = `select d.id from webhook_delivery d where d.id = any ($1) and ${isOver}`;
  const { rows: locked } = await client.query<{ id: string }>(`${which} for update skip locked`, [
    ids,
    before,
  ]);
  return removeDeliveries(client, which, [locked.map(({ id }) => id), before]);
};

/** A new table whose rows expire gets an entry here, and a row in docs/operations.md. */
export function retention(): RetentionRule[] {
  const keptMs = 30 * DAY_MS;
  return [
    ...rules,
    { name: 'deliveries', keptMs, run: walk('webhook_delivery', 'whd', removeEnded) },
    // Events whose deliveries were removed by another rule.
    { name: 'events', keptMs, run: walk('webhook_event', 'evt', removeUndelivered) },
    // Those without a partition of their day. The others go with it (log-partitions.ts).
    { name: 'lines of the request log', keptMs, run: oldRowsOfTeams(strayLines) },
    { name: 'usage of keys', keptMs: YEAR_MS, run: oldRowsOfTeams(usage) },
    { name: 'audit entries', keptMs: 2 * YEAR_MS, run: oldRowsOfTeams(auditEntries) },
  ];
}
