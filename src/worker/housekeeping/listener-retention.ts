import { DAY_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { removeUndelivered } from './remove-deliveries.ts';
import { BATCH, byStatement, type RetentionRule } from './retention-rule.ts';

/** How many events of one command line are removed at once. */
const EVENTS = 2_000;

/** How many events a command line without answers may have. A working one has fewer. */
const MOST_UNANSWERED = 10_000;

/**
 * A listener ends with its token, after at most eight hours, and is removed a day later. So its events are
 * always removed before the deliveries of the same events.
 */
export const listenerRetention: readonly RetentionRule[] = [
  {
    // This is a minute longer than raise_one_event writes events for the command line.
    name: 'command lines that were not seen again',
    keptMs: 7 * MINUTE_MS,
    run: byStatement(`update listener set ended_at = last_seen_at + interval '5 minutes', ended_for = 'away'
      where id = any (array(
        select id from listener where ended_at is null and last_seen_at < $1
        order by last_seen_at limit $2 for update skip locked))`),
  },
  {
    name: 'command lines that answer nothing',
    keptMs: 0,
    run: byStatement(`update listener set ended_at = now(), ended_for = 'replaced'
      where id = any (array(
        select l.id from listener l
        where l.ended_at is null and $1::timestamptz is not null and exists (
          select from listener_event e where e.listener_id = l.id and e.answered_at is null
          offset ${MOST_UNANSWERED} limit 1)
        limit $2 for update skip locked))`),
  },
  {
    name: 'events of command lines',
    keptMs: DAY_MS,
    run: async (client, before) => {
      const { rows } = await client.query<{ event_id: string }>(
        `with chosen as materialized (
           select e.tenant_id, e.event_id, e.listener_id
           from (select id from listener where ended_at < $1 order by ended_at limit $2) l
           cross join lateral (
             select e.* from listener_event e where e.listener_id between l.id and l.id
             order by e.listener_id, e.seq limit $3) e
           limit $3)
         delete from listener_event where (tenant_id, event_id, listener_id) in (
           select tenant_id, event_id, listener_id from chosen) returning event_id`,
        [before, BATCH, EVENTS],
      );
      await removeUndelivered(client, [...new Set(rows.map(({ event_id }) => event_id))]);
      return { count: rows.length, more: rows.length === EVENTS };
    },
  },
  {
    name: 'command lines that have ended',
    keptMs: DAY_MS,
    run: byStatement(`delete from listener where id = any (array(
      select l.id from listener l where l.ended_at < $1
        and not exists (select from listener_event e where e.listener_id = l.id)
      order by l.ended_at limit $2 for update skip locked))`),
  },
];
