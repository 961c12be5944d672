import type pg from 'pg';
import { DAY_MS, WEEK_MS } from '../../shared/time/durations.ts';
import { EVENT_DAYS } from '../../shared/time/kept-days.ts';
import { removeUndelivered } from './remove-deliveries.ts';
import { BATCH, byStatement, type Done, type RetentionRule } from './retention-rule.ts';

/** No endpoint, and no key that reads events and has not ended by `$1`. */
const hasNoReader = `not exists (
    select from webhook_endpoint e where e.tenant_id = f.tenant_id and e.deleted_at is null)
  and not exists (
    select from api_key k where k.tenant_id = f.tenant_id and 'events:read' = any (k.scopes)
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1))`;

/**
 * Ends the keeping of events. A key that is made at the same moment holds the row of the feed (`keep_events`). So the
 * second statement looks again once the rows are locked.
 */
async function stopKeeping(client: pg.PoolClient, before: Date): Promise<Done> {
  const { rows } = await client.query<{ tenant_id: string }>(
    `select f.tenant_id from event_feed f where f.keeps and ${hasNoReader}
     limit $2 for update of f skip locked`,
    [before, BATCH],
  );
  const { rowCount } = await client.query(
    `update event_feed f set keeps = false where f.tenant_id = any ($2) and ${hasNoReader}`,
    [before, rows.map(({ tenant_id }) => tenant_id)],
  );
  return { count: rowCount ?? 0, more: rows.length === BATCH };
}

/** Removes events of a team whose feed has stopped. The lock keeps a new beginning away until then. */
async function removeStopped(client: pg.PoolClient): Promise<Done> {
  const { rows } = await client.query<{ tenant_id: string }>(
    `select f.tenant_id from event_feed f
     where not f.keeps and (select e.event_id from kept_event e where e.tenant_id = f.tenant_id limit 1) is not null
     limit 1 for no key update of f skip locked`,
  );
  const [feed] = rows;
  if (!feed) return { count: 0, more: false };
  const { rows: removed } = await client.query<{ event_id: string }>(
    `delete from kept_event where tenant_id = $1 and event_id = any (array(
       select event_id from kept_event where tenant_id = $1 limit $2)) returning event_id`,
    [feed.tenant_id, BATCH],
  );
  return removeEvents(client, removed);
}

/**
 * Removes old events of one team after the other, in the order of their positions. All events before the last removed
 * one are removed too, so the floor says exactly after which cursors something is missing.
 */
function removeOld(): RetentionRule['run'] {
  let seen = '';
  return async (client, before) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `select f.tenant_id from event_feed f
       where f.tenant_id > $1 and (
         select e.reached_at from kept_event e where e.tenant_id = f.tenant_id and e.feed_position is not null
         order by e.reached_at, e.feed_position limit 1) < $2
       order by f.tenant_id limit 1 for no key update of f`,
      [seen, before],
    );
    const [feed] = rows;
    if (!feed) seen = '';
    if (!feed) return { count: 0, more: false };
    const { rows: removed } = await client.query<{ event_id: string }>(
      `with old as materialized (
         select e.event_id from kept_event e
         where e.tenant_id = $1 and e.feed_position is not null and e.reached_at < $2
         order by e.reached_at, e.feed_position limit $3
       ), removed as (
         delete from kept_event where tenant_id = $1 and event_id = any (array(select event_id from old))
         returning event_id, feed_position, reached_at
       ), raised as (
         update event_feed f set floor = greatest(f.floor, r.position), floor_at = greatest(f.floor_at, r.reached_at)
         from (select max(feed_position) as position, max(reached_at) as reached_at from removed) r
         where f.tenant_id = $1 and r.position is not null
       )
       select event_id from removed`,
      [feed.tenant_id, before, BATCH],
    );
    if (removed.length < BATCH) seen = feed.tenant_id;
    return { ...(await removeEvents(client, removed)), more: true };
  };
}

async function removeEvents(client: pg.PoolClient, removed: { event_id: string }[]): Promise<Done> {
  await removeUndelivered(
    client,
    removed.map(({ event_id }) => event_id),
  );
  return { count: removed.length, more: removed.length === BATCH };
}

/** The rules about the feeds of events. Each process makes its own walk, which remembers how far it has come. */
export function feedRetention(): RetentionRule[] {
  return [
    { name: 'feeds without a reader', keptMs: 0, run: stopKeeping },
    { name: 'events of feeds without a reader', keptMs: 0, run: removeStopped },
    { name: 'events of feeds', keptMs: EVENT_DAYS * DAY_MS, run: removeOld() },
    {
      name: 'readers of feeds',
      keptMs: WEEK_MS,
      run: byStatement(`delete from feed_reader where (tenant_id, lineage_id, types) in (
        select r.tenant_id, r.lineage_id, r.types from feed_reader r
        where r.asked_at < $1 order by r.asked_at limit $2 for update skip locked)`),
    },
    {
      name: 'erasures that readers have taken',
      keptMs: EVENT_DAYS * DAY_MS,
      run: byStatement(`delete from erasure_reader where (tenant_id, event_id, lineage_id, types) in (
        select e.tenant_id, e.event_id, e.lineage_id, e.types from erasure_reader e
        where e.taken_at < $1 order by e.taken_at limit $2 for update skip locked)`),
    },
  ];
}
