import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { DELIVERY_DAYS } from '../../shared/time/kept-days.ts';
import { removeDeliveries, removeUndelivered } from './remove-deliveries.ts';
import type { RetentionRule, Step } from './retention-rule.ts';
import { BATCH, byStatement, walk } from './retention-rule.ts';

/** No worker has a lease on the delivery, and no person has asked for a retry. */
const isFree = `p.urgent_at is null
  and (p.leased_at is null or p.leased_at < now() - interval '10 minutes')`;

/**
 * True if a delivery ended before `$2` (D170). Also true if its endpoint or event is gone, because
 * then nobody can ever send it. The attempts of a delivery are removed with it.
 */
const isOver = `((select s.ended_at from webhook_delivery_state s where s.id = d.id limit 1) < $2
  or (select e.id from webhook_endpoint e where e.id = d.endpoint_id limit 1) is null
  or (select v.id from webhook_event v where v.id = d.event_id limit 1) is null)`;

/** Locks the deliveries and checks them again, because a retry may have begun just before. */
const removeEnded: Step = async (client, ids, before) => {
  const which = `select d.id from webhook_delivery d where d.id = any ($1) and ${isOver}`;
  const { rows: locked } = await client.query<{ id: string }>(`${which} for update skip locked`, [
    ids,
    before,
  ]);
  return removeDeliveries(client, which, [locked.map(({ id }) => id), before]);
};

const rules: readonly RetentionRule[] = [
  {
    // The endpoint was paused, and has held the delivery for longer than deliveries are kept, counted from
    // when it was due (D144). This rule gives the delivery up. Its row then stays as long as that of any
    // other delivery.
    name: 'held deliveries',
    keptMs: DELIVERY_DAYS * DAY_MS,
    standsStill: true,
    run: byStatement(`with due as materialized (
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
    // The deliveries of a deleted endpoint are removed (D166).
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
    // endpoint's row nothing would ever remove this delivery.
    name: 'deleted endpoints',
    keptMs: HOUR_MS,
    run: byStatement(`delete from webhook_endpoint where id = any (array(
      select e.id from webhook_endpoint e where e.deleted_at < $1
        and not exists (select from webhook_delivery d where d.endpoint_id = e.id)
      order by e.deleted_at limit $2 for update skip locked))`),
  },
  {
    // The chart of an endpoint shows seven days.
    name: 'hours of endpoints',
    keptMs: 8 * DAY_MS,
    run: byStatement(`delete from webhook_endpoint_hour where ctid = any (array(
      select ctid from webhook_endpoint_hour where hour < $1 order by hour limit $2
      for update skip locked))`),
  },
  {
    // The longest lease is shorter.
    name: 'attempts for unproven hosts',
    keptMs: 10 * MINUTE_MS,
    run: byStatement(`delete from webhook_origin_attempt where ctid = any (array(
      select ctid from webhook_origin_attempt where started_at < $1 order by started_at limit $2
      for update skip locked))`),
  },
  {
    // A bulk retry is kept as long as deliveries.
    name: 'retries of many deliveries',
    keptMs: DELIVERY_DAYS * DAY_MS,
    standsStill: true,
    run: byStatement(`delete from webhook_retry_run where ctid = any (array(
      select ctid from webhook_retry_run where created_at < $1 order by created_at limit $2
      for update skip locked))`),
  },
];

/** All rules about webhooks. Each process makes its own walks, which remember how far they have come. */
export function webhookRetention(): RetentionRule[] {
  const kept = { keptMs: DELIVERY_DAYS * DAY_MS, standsStill: true } as const;
  return [
    ...rules,
    { name: 'deliveries', ...kept, run: walk('webhook_delivery', 'whd', removeEnded) },
    // The last delivery of such an event was removed by another rule.
    { name: 'events', ...kept, run: walk('webhook_event', 'evt', removeUndelivered) },
  ];
}
