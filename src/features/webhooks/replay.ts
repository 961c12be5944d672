import { idFloor, newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { isInFuture } from '../../shared/time/future.ts';
import { EVENT_DAYS } from '../../shared/time/kept-days.ts';
import { actorIdOf, recordAudit } from '../audit-log/record-audit.ts';
import { countOutcomes } from './count-outcomes.ts';
import { conditionsOf, type Filter, findMatching, spanOf } from './list-all-deliveries.ts';
import type {
  PreviewReplayInput,
  ReplayPreview,
  StartReplayInput,
  WebhookReplay,
} from './replay.schema.ts';
import { MOST_REPLAYED, requireReplaysLeft } from './rules/require-replays-left.ts';

/** The most kept events that are counted before a replay begins. The worker counts on while it walks. */
const MOST_COUNTED = 2 * MOST_REPLAYED;

/**
 * Starts a replay: a bulk retry over REST (D181). A worker goes through the failed deliveries, or through all kept
 * events and makes a new delivery of each (worker/delivery/bulk-retry-loop.ts).
 */
export async function startReplay(call: Call, input: StartReplayInput): Promise<WebhookReplay> {
  const { now } = call;
  const { endpoint_id, since, until, events, only } = input;
  const endpoint = await findEndpoint(call, endpoint_id);
  requirePeriod(call, input);
  if (endpoint.status !== 'active') {
    throw new ApiError('conflict', { because: 'endpoint_not_active' });
  }
  const makesNew = only === 'all';
  const filter: Filter = { endpoint_id, types: events, status: 'failed', from: since, to: until };
  const expected = makesNew ? await countEvents(call, input) : await countFailed(call, filter);
  await requireReplaysLeft(call, { expected, field: 'since' });
  const id = newId('whr', now);
  await startRuns(call, {
    id,
    filter,
    newOf: makesNew ? (events ?? endpoint.events) : null,
    runs: [{ endpoint_id, expected }],
    changes: { endpoint_id, only, events, from: since, to: until },
  });
  return { replay_id: id, status: 'running', deliveries: expected, delivered: 0, failed: 0 };
}

type Runs = {
  id: string;
  filter: Filter;
  /** The types of the events of which it makes new deliveries. Null: it retries failed deliveries. */
  newOf: readonly string[] | null;
  runs: readonly { endpoint_id: string; expected: number | null }[];
  /** What the audit log says of it. */
  changes: Record<string, unknown>;
};

/** Starts a bulk retry at each of these endpoints. An endpoint has one at a time: a second would look at the same. */
export async function startRuns(
  call: Call,
  { id, filter, newOf, runs, changes }: Runs,
): Promise<void> {
  const { db, actor } = call;
  const { from, below } = spanOf(filter);
  const started = await db.writeRows(
    `insert into webhook_retry_run (tenant_id, id, endpoint_id, filter, from_at, to_at, actor_kind,
       actor_id, created_at, expected, makes_new, types)
     select $1, $2, c.endpoint_id, $3, nullif($4::timestamptz, '-infinity'),
       least($5::timestamptz, now()), $6, $7, now(), c.expected, $8, $9::text[]
     from unnest($10::text[], $11::integer[]) as c (endpoint_id, expected)
     on conflict (tenant_id, endpoint_id) where finished_at is null do nothing
     returning endpoint_id`,
    [
      id,
      // The worker takes an object for a retry of failed deliveries.
      JSON.stringify(newOf ? 'all' : conditionsOf(call, filter)),
      from,
      below.at,
      actor.kind,
      actorIdOf(actor),
      newOf !== null,
      newOf ?? [],
      runs.map(({ endpoint_id }) => endpoint_id),
      runs.map(({ expected }) => expected),
    ],
  );
  if (started.length < runs.length) throw new ApiError('conflict', { because: 'retry_running' });
  await recordAudit(call, { action: 'webhook_delivery.all_retried', targetId: id, changes });
  await db.addJob('webhook.retry_all', { tenant: db.tenantId, run: id });
}

/** Counts the deliveries that a replay of all events would make now, before the person decides. */
export async function previewReplay(call: Call, input: PreviewReplayInput): Promise<ReplayPreview> {
  requirePeriod(call, input);
  const { counts, looked } = await countTypes(call, input);
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return { count, types: inOrder(counts), is_whole: looked <= MOST_COUNTED };
}

/** The most frequent type first. */
export function inOrder(counts: Counted['counts']): Counted['counts'] {
  return counts.toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}

type Replay = { endpoint_id: string; replay_id: string };
type FoundReplay = Omit<WebhookReplay, 'delivered' | 'failed'>;

export async function getReplay(call: Call, input: Replay): Promise<WebhookReplay> {
  const replay = await findReplay(call, input);
  const { arrived, failed } = await countOutcomes(call.db, input.replay_id, input.endpoint_id);
  return { ...replay, delivered: arrived, failed };
}

async function findReplay({ db }: Call, { endpoint_id, replay_id }: Replay): Promise<FoundReplay> {
  const replay = await db.row<FoundReplay>(
    `select r.id as replay_id, case when r.finished_at is null then 'running'
         when r.stopped then 'stopped' else 'finished' end as status,
       case when r.finished_at is null then r.expected else r.retried end as deliveries
     from webhook_retry_run r
     join webhook_endpoint e on e.tenant_id = $1 and e.id = r.endpoint_id and e.deleted_at is null
     where r.tenant_id = $1 and r.endpoint_id = $2 and r.id = $3`,
    [endpoint_id, replay_id],
  );
  if (!replay) throw new ApiError('not_found');
  return replay;
}

/** Ends a replay: no further delivery is queued. A worker still attempts those that are queued. */
export async function stopReplay(call: Call, input: Replay): Promise<Ok> {
  await findReplay(call, input);
  const ended = await endReplays(call, input.endpoint_id, input.replay_id);
  if (ended) {
    await recordAudit(call, {
      action: 'webhook_delivery.retries_ended',
      targetId: input.replay_id,
    });
  }
  return { ok: true };
}

/** Ends the running replay of an endpoint, if there is one, and this one if `id` names it. */
export async function endReplays(
  { db }: Pick<Call, 'db'>,
  endpointId: string,
  id: string | null = null,
): Promise<boolean> {
  const ended = await db.write(
    `update webhook_retry_run r set finished_at = now(), stopped = true
     where r.tenant_id = $1 and r.endpoint_id = $2 and r.id = coalesce($3::text, r.id)
       and r.finished_at is null returning r.id`,
    [endpointId, id],
  );
  return ended !== undefined;
}

async function findEndpoint(
  { db }: Call,
  id: string,
): Promise<{ status: string; events: string[] }> {
  const endpoint = await db.row<{ status: string; events: string[] }>(
    `select e.status, e.events from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null`,
    [id],
  );
  if (!endpoint) throw new ApiError('not_found');
  return endpoint;
}

function requirePeriod({ now }: Call, { since, until }: PreviewReplayInput): void {
  if (Date.parse(since) < now.getTime() - EVENT_DAYS * DAY_MS) {
    throw new ApiError('validation_error', {
      field: 'since',
      because: ['replay_too_old', EVENT_DAYS],
    });
  }
  if (isInFuture(since, now)) {
    throw new ApiError('validation_error', { field: 'since', because: 'replay_in_future' });
  }
  if (until !== undefined && until <= since) {
    throw new ApiError('validation_error', { field: 'until', because: 'replay_is_empty' });
  }
}

async function countFailed(call: Call, filter: Filter): Promise<number | null> {
  const { counts, end } = await findMatching(call, { filter });
  return end === null ? (counts[filter.endpoint_id ?? ''] ?? 0) : null;
}

async function countEvents(call: Call, input: PreviewReplayInput): Promise<number | null> {
  const { counts, looked } = await countTypes(call, input);
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return looked <= MOST_COUNTED || count > MOST_REPLAYED ? count : null;
}

type Counted = {
  counts: { type: string; count: number }[];
  /** More than `MOST_COUNTED` if there may be more to count. */
  looked: number;
};

/** Counts the kept events of the period along their ids, which begin with their time. */
async function countTypes(call: Call, input: PreviewReplayInput): Promise<Counted> {
  const { endpoint_id, since, until, events } = input;
  const types = events ?? (await findEndpoint(call, endpoint_id)).events;
  const end = until === undefined ? 'evt_~' : idFloor('evt', new Date(until));
  const rows = await call.db.rows<{ type: string; count: number; is_chosen: boolean }>(
    `select k.type, count(*)::integer as count, k.type = any ($4::text[]) as is_chosen
     from (
       select e.type from kept_event e
       where e.tenant_id = $1 and e.event_id > $2 and e.event_id < $3
       order by e.event_id limit ${MOST_COUNTED + 1}) k
     group by k.type`,
    [idFloor('evt', new Date(since)), end, types],
  );
  const counts = rows.flatMap(({ is_chosen, ...one }) => (is_chosen ? [one] : []));
  return { counts, looked: rows.reduce((sum, { count }) => sum + count, 0) };
}
