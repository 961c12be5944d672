import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { isHeld, LONGEST_TIMEOUT_MS, leaseMs } from '../../shared/time/lease.ts';
import type { DeliveryDetail, Step } from './delivery-detail.schema.ts';
import { type AskerRow, askerRows, askersByAttempt, withActors } from './list-askers.ts';
import { type AttemptRow, attemptRows, showAttempts } from './list-attempts.ts';
import { shownBody } from './shown-body.ts';

type Row = Omit<DeliveryDetail, 'endpoint' | 'event' | 'waiting' | 'attempts' | 'time_line'> & {
  is_urgent: boolean;
  endpoint_id: string;
  url: string;
  description: string | null;
  endpoint_status: DeliveryDetail['endpoint']['status'];
  secret: Buffer;
  event_id: string;
  event_type: string;
  body: string;
  attempt_rows: AttemptRow[];
  asker_rows: AskerRow[];
};

const inFlight = isHeld('d.leased_at', leaseMs(LONGEST_TIMEOUT_MS));

/**
 * One delivery with all that is known of it: its event, its attempts, and who asked for the attempts. The
 * reasons for which a delivery waits are listed at `DeliveryLoop` (`worker/delivery/delivery-loop.ts`).
 */
export async function getDelivery(call: RequestCall, id: string): Promise<DeliveryDetail> {
  const row = await find(call, id);
  if (!row) throw new ApiError('not_found');
  const { endpoint_id, url, description, endpoint_status, secret, is_urgent } = row;
  const { event_id, event_type, body, attempt_rows, asker_rows, ...delivery } = row;
  const askers = askersByAttempt(call, await withActors(call, asker_rows));
  const event = shownBody(call.actor.privacy, body);
  const sent = { endpoint_id, event_id, secret, body, isShown: event.hidden.length === 0 };
  const attempts = showAttempts(call, sent, attempt_rows, askers);
  const { status, attempt, error, created_at, next_try_at, ended_at, can_retry } = delivery;
  const waiting = is_urgent ? (askers.get(attempt + 1) ?? null) : null;
  const shown = { status, attempt, error, created_at, next_try_at, ended_at, waiting, can_retry };
  return {
    id,
    endpoint: { id: endpoint_id, url, description, status: endpoint_status },
    event: { id: event_id, type: event_type, created_at, ...event },
    ...shown,
    attempts,
    time_line: describeSteps({ ...shown, attempts }),
  };
}

/**
 * One statement reads everything. Otherwise a delivery that ends in between would be shown partly from before
 * and partly from after its end.
 */
function find({ db }: RequestCall, id: string): Promise<Row | undefined> {
  return db.row<Row>(
    `select d.status, d.attempt, d.error, iso(d.created_at) as created_at,
       iso(coalesce(d.urgent_at, case when e.status = 'active' then d.next_try_at end))
         as next_try_at,
       iso(d.ended_at) as ended_at, d.urgent_at is not null as is_urgent,
       (d.status = 'gave_up' or d.status = 'pending' and d.attempt > 0 and d.urgent_at is null
         and coalesce(not (${inFlight}), true)) as can_retry,
       e.id as endpoint_id, e.url, e.description, e.status as endpoint_status, e.secret,
       d.event_id, d.event_type, v.body,
       ${attemptRows} as attempt_rows, ${askerRows} as asker_rows
     from webhook_delivery_state d
     join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id and e.deleted_at is null
     join webhook_event v on v.tenant_id = $1 and v.id = d.event_id
     where d.tenant_id = $1 and d.id = $2`,
    [id],
  );
}

type DeliveryState = Pick<
  DeliveryDetail,
  'status' | 'created_at' | 'ended_at' | 'next_try_at' | 'waiting' | 'attempts'
>;

/** The steps of a delivery in the order of time: what has happened, and what comes next. */
function describeSteps(delivery: DeliveryState): Step[] {
  const { status, created_at, ended_at, next_try_at, waiting, attempts } = delivery;
  const steps: Step[] = [{ at: created_at, what: 'raised' }];
  for (const { n, at, error, manual } of attempts) {
    if (manual) steps.push({ at: manual.asked_at, what: 'retry_asked', n, by: manual.by });
    steps.push({ at, what: error === null ? 'arrived' : 'attempted', n });
  }
  if (waiting) steps.push({ at: waiting.asked_at, what: 'retry_asked', by: waiting.by });
  if (status === 'gave_up' && ended_at) steps.push({ at: ended_at, what: 'gave_up' });
  if (status === 'pending' && next_try_at) steps.push({ at: next_try_at, what: 'next_try' });
  // The sort keeps the order of steps at the same moment.
  return steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
