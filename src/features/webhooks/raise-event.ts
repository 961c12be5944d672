import { hideFields } from '../../auth/privacy.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { API_VERSION, type EventData, type EventType } from './events.schema.ts';

/** What a body has while the team's privacy switch is off (spec, general rule 7). */
const off = { memberDetailEnabled: false, leaderboardEnabled: false };

/** Only changes through the API raise these events. All changes raise the others (D165). */
const onlyThroughTheApi = new Set<EventType>(['assignment.created', 'assignment.completed']);

/**
 * Writes the event, a delivery for each endpoint that takes it, and the job that wakes a worker, in the
 * transaction of the change (D164). An operation calls it last, since `raise_event()` reads the privacy
 * switch and freezes the bytes (D160).
 */
export async function raiseEvent<T extends EventType>(
  call: Call,
  type: T,
  data: EventData<T>,
): Promise<void> {
  if (onlyThroughTheApi.has(type) && call.actor.kind !== 'key') return;
  await insertEvent(call, { type, data, endpointId: null });
}

/**
 * Writes an event for one endpoint, which a worker sends at once, even if the endpoint is paused
 * (D144).
 */
export async function raisePing(call: Call, endpointId: string): Promise<string> {
  const data = { endpoint_id: endpointId };
  const deliveryId = await insertEvent(call, { type: 'ping', data, endpointId });
  if (!deliveryId) throw new Error('The endpoint has vanished while it was locked');
  return deliveryId;
}

type Raised = { type: EventType; data: object; endpointId: string | null };

async function insertEvent(call: Call, { type, data, endpointId }: Raised): Promise<string | null> {
  const { db, now } = call;
  const id = newId('evt', now);
  const envelope = {
    id,
    type,
    created_at: now.toISOString(),
    api_version: API_VERSION,
    tenant_id: db.tenantId,
    data: { team_id: db.tenantId, ...data },
  };
  const impersonal: Record<string, unknown> = { ...envelope.data };
  hideFields(impersonal, off, 'event');
  const row = await db.write<{ delivery_id: string | null }>(
    'select raise_event($1, $2, $3, $4, $5, $6, $7) as delivery_id',
    [
      id,
      type,
      JSON.stringify(envelope),
      JSON.stringify({ ...envelope, data: impersonal }),
      now,
      endpointId,
    ],
  );
  const deliveryId = row?.delivery_id ?? null;
  // Null if no endpoint takes the event, or if every one that does is paused.
  if (deliveryId !== null) db.noteJob();
  return deliveryId;
}
