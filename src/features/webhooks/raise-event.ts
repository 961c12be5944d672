import type { Call } from '../../auth/call.ts';
import { newId } from '../../db/ids.ts';
import { API_VERSION, type EventData, type EventType } from './events.schema.ts';

/** What a body does not carry while the team's switch is off (spec, general rule 7). */
const personal = new Set(['user_id', 'score']);

/** Raised only by what came through the API; every other type from wherever the change comes (D165). */
const onlyThroughTheApi = new Set<EventType>(['assignment.created', 'assignment.completed']);

/**
 * The event, a delivery for each endpoint that takes it, and the job that wakes a worker up: one
 * statement in the transaction of the change (D164). Operations call it last. The switch is read here,
 * and the bytes are frozen (D160).
 */
export async function raiseEvent<T extends EventType>(
  call: Call,
  type: T,
  data: EventData<T>,
): Promise<void> {
  if (onlyThroughTheApi.has(type) && call.actor.kind !== 'key') return;
  await insertEvent(call, { type, data, endpointId: null });
}

/** An event for one endpoint alone, subscribed or not, paused or not: attempted at once (D144). */
export async function raisePing(call: Call, endpointId: string): Promise<string> {
  const data = { endpoint_id: endpointId };
  const deliveryId = await insertEvent(call, { type: 'ping', data, endpointId });
  if (!deliveryId) throw new Error('The endpoint has vanished while it was locked');
  return deliveryId;
}

type Raised = { type: EventType; data: object; endpointId: string | null };

async function insertEvent(call: Call, { type, data, endpointId }: Raised): Promise<string | null> {
  const { db, now } = call;
  // Most changes have no taker, and asking costs a fraction of the whole statement.
  if (endpointId === null && !(await db.row(anyTaker, [type]))) return null;
  const id = newId('evt', now);
  const envelope = {
    id,
    type,
    created_at: now.toISOString(),
    api_version: API_VERSION,
    tenant_id: db.tenantId,
    data: { team_id: db.tenantId, ...data },
  };
  const row = await db.write<{ delivery_id: string | null; woken: string | null }>(statement, [
    id,
    type,
    JSON.stringify(envelope),
    JSON.stringify(envelope, (name, value) => (personal.has(name) ? undefined : value)),
    now,
    endpointId,
    newId('whd', now).slice(0, 'whd_'.length + TIME_DIGITS),
  ]);
  if (!row) throw new Error('The event was not inserted');
  // Null when every endpoint that takes it is paused.
  if (row.woken !== null) db.jobs += 1;
  return row.delivery_id;
}

/** The first digits of an id are its time; the rest is drawn where the rows are made. */
const TIME_DIGITS = 10;

const anyTaker = `select e.id from webhook_endpoint e
  where e.tenant_id = $1 and e.deleted_at is null and $2 = any (e.events) limit 1`;

const statement = `with taker as (
    select e.id, e.status from webhook_endpoint e
    where e.tenant_id = $1 and e.deleted_at is null
      and case when $7::text is null then $3 = any (e.events) else e.id = $7 end
  ), event as (
    insert into webhook_event (tenant_id, id, type, body, created_at)
    select $1, $2, $3, case when t.member_detail_enabled then $4 else $5 end, $6
    from tenant t where t.id = $1 and exists (select from taker)
    returning id
  ), delivery as (
    insert into webhook_delivery
      (tenant_id, id, endpoint_id, event_id, event_type, next_try_at, urgent_at, created_at)
    select $1, $8 || right(replace(gen_random_uuid()::text, '-', ''), 16), k.id, v.id, $3, now(),
      case when $7::text is not null then now() end, $6
    from taker k cross join event v
    returning id, endpoint_id
  ), due as (
    select json_build_object('tenant', $1::text, 'endpoints', json_agg(k.id),
      'urgent', json_agg(d.id) filter (where $7::text is not null)) as payload
    from delivery d join taker k on k.id = d.endpoint_id
    where k.status = 'active' or $7::text is not null
    having count(*) > 0
  )
  select (select min(d.id) from delivery d) as delivery_id,
    (select enqueue('webhook.deliver', u.payload) from due u) as woken`;
