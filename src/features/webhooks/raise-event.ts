import { Privacy } from '../../auth/privacy.ts';
import type { Call } from '../../operation/call.ts';
import { noteRaised } from '../../tracing/span.ts';
import { API_VERSION, type EventData, type EventType } from './events.schema.ts';

/**
 * Only changes through the API raise these events. All other events are raised for changes in the app too
 * (D165).
 */
const onlyThroughTheApi = new Set<EventType>(['assignment.created', 'assignment.completed']);

/**
 * Writes the event, a delivery for each endpoint that subscribes to its type, and the job that
 * wakes a worker, in the transaction of the change (D164). An operation calls this last, because
 * `raise_one_event()` reads the privacy switch and freezes the bytes (D160).
 */
export async function raiseEvent<T extends EventType>(
  call: Call,
  type: T,
  data: EventData<T>,
): Promise<void> {
  if (onlyThroughTheApi.has(type) && call.actor.kind !== 'key') return;
  await insertEvent(call, { type, data, endpointId: null });
}

/** An event of a type that the intake raises many times at once. */
export type RaisedEvent = {
  [T in 'training.completed' | 'evaluation.completed']: { type: T; data: EventData<T> };
}['training.completed' | 'evaluation.completed'];

/** Raises many events as `raiseEvent` raises one, with one statement and one job. */
export async function raiseEvents(call: Call, events: readonly RaisedEvent[]): Promise<void> {
  if (events.length === 0) return;
  noteRaised();
  const bodies = events.map(({ type, data }) => ({ type, ...bodiesOf(call, type, data) }));
  const row = await call.db.writeWithJob<{ has_job: boolean; is_kept: boolean }>(
    'select has_job, is_kept from raise_many_events($1, $2, $3, $4)',
    [JSON.stringify(bodies), call.now, call.requestId],
    (raised) => raised?.has_job === true,
  );
  if (row?.is_kept) call.db.noteKept();
}

/** Writes an event for one endpoint. A worker sends it at once, even if the endpoint is paused (D144). */
export async function raisePing(call: Call, endpointId: string): Promise<string> {
  const data = { endpoint_id: endpointId };
  const deliveryId = await insertEvent(call, { type: 'ping', data, endpointId });
  if (!deliveryId) throw new Error('The endpoint has vanished while it was locked');
  return deliveryId;
}

type Raised = { type: EventType; data: object; endpointId: string | null };

/** Makes the two bodies of an event: one with the fields that the privacy switch hides, one without. */
function bodiesOf({ db, now }: Call, type: EventType, data: object) {
  const id = db.nextId('evt', now);
  const full = {
    id,
    type,
    created_at: now.toISOString(),
    api_version: API_VERSION,
    tenant_id: db.tenantId,
    data: { team_id: db.tenantId, ...data },
  };
  const impersonal: Record<string, unknown> = { ...full.data };
  Privacy.hidesAll.strip('event', impersonal);
  return { id, full, reduced: { ...full, data: impersonal } };
}

async function insertEvent(call: Call, { type, data, endpointId }: Raised): Promise<string | null> {
  noteRaised();
  const { db, now } = call;
  const { id, ...bodies } = bodiesOf(call, type, data);
  const [full, reduced] = [JSON.stringify(bodies.full), JSON.stringify(bodies.reduced)];
  const row = await db.writeWithJob<{ delivery_id: string | null; is_kept: boolean }>(
    'select delivery_id, is_kept from raise_one_event($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, type, full, reduced, now, endpointId, call.requestId],
    // Null if no endpoint subscribes to the event, or if every endpoint that does is paused.
    (raised) => raised != null && raised.delivery_id !== null,
  );
  if (row?.is_kept) db.noteKept();
  return row?.delivery_id ?? null;
}
