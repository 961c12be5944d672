import type { TeamDb } from '../../db/team-db.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { mayName, type Replacer } from './replace-names.ts';

type Delivery = { id: string; event_id: string; at: string };
export type DeliveryPlace = { at: string; id: string };
type Excerpt = {
  delivery_id: string;
  n: number;
  response_excerpt: string;
};

export async function listEndpoints(db: TeamDb): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'select e.id from webhook_endpoint e where e.tenant_id = $1 order by e.id',
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes one step along the deliveries of an endpoint, newest first. Bodies of events contain only ids, but
 * the answer of a receiver may contain anything. A body stays valid JSON, so waiting deliveries are sent as
 * before.
 */
export async function eraseInDeliveries(
  db: TeamDb,
  endpointId: string,
  { replacer, before, size }: { replacer: Replacer; before: DeliveryPlace | null; size: number },
): Promise<DeliveryPlace | null> {
  const { at, id } = before ?? { at: 'infinity', id: '' };
  const deliveries = await db.rows<Delivery>(
    `select d.id, d.event_id, d.created_at::text as at from webhook_delivery d
     where d.tenant_id = $1 and d.endpoint_id = $2 and (d.created_at, d.id) < ($3::timestamptz, $4)
     order by d.created_at desc, d.id desc limit $5`,
    [endpointId, at, id, size],
  );
  const events = deliveries.map(({ event_id }) => event_id);
  await eraseInEvents(db, events, replacer);
  await eraseInAttempts(
    db,
    deliveries.map((delivery) => delivery.id),
    replacer,
  );
  const last = deliveries.length < size ? undefined : deliveries.at(-1);
  return last ? { at: last.at, id: last.id } : null;
}

/** Takes one step along the events of command lines or of the feed: some of them have no delivery. */
export async function eraseAlongEvents(
  db: TeamDb,
  table: 'listener_event' | 'kept_event',
  { replacer, after, size }: { replacer: Replacer; after: string | null; size: number },
): Promise<string | null> {
  const rows = await db.rows<{ event_id: string }>(
    `select e.event_id from ${table} e where e.tenant_id = $1 and e.event_id > $2
     order by e.event_id limit $3`,
    [after ?? '', size],
  );
  const ids = rows.map(({ event_id }) => event_id);
  await eraseInEvents(db, ids, replacer);
  // Other rows may have the id of this event too. Its body is erased already.
  return rows.length < size ? null : (ids.at(-1) ?? null);
}

async function eraseInEvents(db: TeamDb, ids: string[], replacer: Replacer): Promise<void> {
  for (const event of await db.rows<{ id: string; body: string }>(
    `select v.id, v.body from webhook_event v
     where v.tenant_id = $1 and v.id = any ($2) and ${mayName('v.body', '$3')}
     order by v.id for no key update`,
    [ids, replacer.patterns],
  )) {
    await ownTick();
    const body = replacer.json(event.body, 'record');
    if (body !== undefined) await db.update('webhookEvent', event.id, { body });
  }
}

async function eraseInAttempts(db: TeamDb, ids: string[], replacer: Replacer): Promise<void> {
  const attempts = await db.rows<Excerpt>(
    `select a.delivery_id, a.n, a.response_excerpt from webhook_attempt a
     where a.tenant_id = $1 and a.delivery_id = any ($2)
       and ${mayName('a.response_excerpt', '$3')}
     order by a.delivery_id, a.n for no key update`,
    [ids, replacer.patterns],
  );
  for (const { delivery_id, n, response_excerpt } of attempts) {
    await ownTick();
    const replaced = replacer.text(response_excerpt);
    if (replaced === undefined) continue;
    await db.write(
      `update webhook_attempt a set response_excerpt = $4
       where a.tenant_id = $1 and a.delivery_id = $2 and a.n = $3`,
      [delivery_id, n, replaced],
    );
  }
}
