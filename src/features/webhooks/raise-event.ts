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
  const params = paramsOf(call, { type, data, endpointId: null });
  await call.db.collect({ text: raiseOne, params, raises: true });
}

/** Without a job if no endpoint subscribes to the event, or if every endpoint that does is paused. */
const raiseOne = `select is_kept, delivery_id is not null as has_job
  from raise_one_event($1, $2, $3, $4, $5, $6, $7, $8)`;

/** An event of a type that the intake raises many times at once. */
export type RaisedEvent = {
  [T in 'training.completed' | 'evaluation.completed']: { type: T; data: EventData<T> };
}['training.completed' | 'evaluation.completed'];

/** Raises many events as `raiseEvent` raises one, with one statement and one job. */
export async function raiseEvents(call: Call, events: readonly RaisedEvent[]): Promise<void> {
  if (events.length === 0) return;
  noteRaised();
  const bodies = events.map(({ type, data }) => ({ type, ...bodiesOf(call, type, data) }));
  await call.db.collect({
    text: 'select has_job, is_kept from raise_many_events($1, $2, $3, $4)',
    params: [JSON.stringify(bodies), call.now, call.requestId],
    raises: true,
  });
}

/** Writes an event for one endpoint. A worker sends it at once, even if the endpoint is paused (D144). */
export async function raisePing(call: Call, endpointId: string): Promise<string> {
  const params = paramsOf(call, { type: 'ping', data: { endpoint_id: endpointId }, endpointId });
  const row = await call.db.writeWithJob<{ delivery_id: string | null }>(
    'select delivery_id from raise_one_event($1, $2, $3, $4, $5, $6, $7, $8)',
    params,
  );
  if (!row?.delivery_id) throw new Error('The endpoint has vanished while it was locked');
  return row.delivery_id;
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

/** The parameters of `raise_one_event` after the tenant. */
function paramsOf(call: Call, { type, data, endpointId }: Raised): unknown[] {
  noteRaised();
  const { id, full, reduced } = bodiesOf(call, type, data);
  const [whole, impersonal] = [JSON.stringify(full), JSON.stringify(reduced)];
  return [id, type, whole, impersonal, call.now, endpointId, call.requestId];
}
