import type pg from 'pg';

/**
 * Removes deliveries, except those whose result a worker is writing now. `any (array(…))` runs the
 * subquery once. `in (…)` might run it again and skip other rows.
 */
export async function removeDeliveries(
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
  // An event is removed with its last delivery, because then no list shows it.
  const eventIds = removed.rows.map(({ event_id }) => event_id);
  await removeUndelivered(client, eventIds);
  return removed.rows.length;
}

/**
 * Removes events that have neither a delivery nor a row of a command line or of a feed. The ids of an event and of its
 * deliveries contain the same time, so the statement reads few deliveries. A join would read all.
 */
export async function removeUndelivered(
  client: pg.PoolClient,
  eventIds: string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from webhook_event where id = any (array(
       select v.id from webhook_event v where v.id = any ($1)
         and (select d.id from webhook_delivery d where d.event_id = v.id
           and d.id between 'whd_' || substr(v.id, 5, 10) and 'whd_' || substr(v.id, 5, 10) || '~'
           order by d.id limit 1) is null
         and (select l.event_id from listener_event l
           where l.tenant_id = v.tenant_id and l.event_id = v.id
           order by l.tenant_id, l.event_id limit 1) is null
         and (select k.event_id from kept_event k
           where k.tenant_id = v.tenant_id and k.event_id = v.id limit 1) is null
       for update skip locked))`,
    [eventIds],
  );
  return rowCount ?? 0;
}
