import { newId } from '../../db/ids.ts';
import type { EventType } from '../../features/webhooks/events.schema.ts';
import { practiceAddress, practiceAnswer } from '../../features/webhooks/practice.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { retryDelaysMs } from '../../shared/time/retry-delays.ts';
import { atWork, daysBefore } from './calendar.ts';
import type { DemoEndpoint, DemoEndpoints } from './endpoints.ts';
import { Random } from './random.ts';
import { type DemoTeam, memberOf } from './team.ts';
import type { Rows } from './write-rows.ts';

export type DemoEvent = {
  id: string;
  type: EventType;
  at: Date;
  body: string;
  requestId: string | null;
  /** The only endpoint that gets the event, if the event is a ping. */
  onlyFor?: string;
};

/** The response of a receiver. */
type Response = {
  response_code: number | null;
  response_ms: number;
  response_excerpt: string | null;
  error: 'http_status' | 'timeout' | null;
};
type Retry = { actor_id: string; asked_at: Date };
type Attempt = Response & { n: number; at: Date; retry?: Retry };

export type Delivery = {
  id: string;
  endpoint: DemoEndpoint;
  event: DemoEvent;
  attempts: Attempt[];
  /** When the next attempt is due. If the endpoint is switched off, the delivery waits until it is switched on again. */
  nextTryAt: Date | null;
};

/** What a receiver responds to the attempt `n` of its delivery number `nth`. */
type Respond = (attempt: { type: EventType; n: number; nth: number; at: Date }) => Response;
type Until = { random: Random; end: Date | null };

/** Plans deliveries with all their attempts, up to the one that succeeds, the last one, or the end. */
export function planDeliveries(
  endpoint: DemoEndpoint,
  events: readonly DemoEvent[],
  respond: Respond,
  { random, end }: Until,
): Delivery[] {
  const { added, createdAt } = endpoint;
  const taken = events.filter(({ type, onlyFor, at }) => {
    const isFor = onlyFor ? onlyFor === endpoint.id : endpoint.events.includes(type);
    return isFor && at >= (added?.event === type ? added.at : createdAt);
  });
  return taken.map((event, nth) => {
    const delivery = { id: newId('whd', event.at), endpoint, event, attempts: [] as Attempt[] };
    let due = event.at;
    for (let n = 1; n <= retryDelaysMs.length + 1; n++) {
      const at = new Date(due.getTime() + random.whole(180, 900));
      if (end && at >= end) return { ...delivery, nextTryAt: due };
      const response = respond({ type: event.type, n, nth, at });
      delivery.attempts.push({ n, at, ...response });
      if (response.error === null) break;
      due = new Date(at.getTime() + response.response_ms + (retryDelaysMs[n - 1] ?? 0));
    }
    return { ...delivery, nextTryAt: null };
  });
}

const failed = (response_code: number, response_ms: number, response_excerpt: string): Response => {
  return { response_code, response_ms, response_excerpt, error: 'http_status' };
};
const timeout: Response = {
  response_code: null,
  response_ms: 10_000,
  response_excerpt: null,
  error: 'timeout',
};

function accepted(random: Random): Response {
  const response_excerpt = '{"received":true}';
  return { response_code: 200, response_ms: random.whole(60, 340), response_excerpt, error: null };
}

/** The proxy in front of the receiver cannot reach it. */
function broken(random: Random): Response {
  if (random.chance(0.25)) return timeout;
  const page = '<html><head><title>502 Bad Gateway</title></head></html>';
  return failed(502, random.whole(30, 90), page);
}

/** The numbers of the deliveries that the CRM refuses at every attempt. */
const refusedByCrm = [3, 7];

/** How the receivers of the history respond. */
export function inHistory(endpoint: DemoEndpoint, random: Random): Respond {
  const { url, events, status, failingSince } = endpoint;
  const address = practiceAddress(new URL(url).pathname);
  return ({ type, n, nth, at }) => {
    // What the practice receiver refuses now, it has always refused.
    const now = address && practiceAnswer(address, type, events);
    if (now && now.code !== 200) return failed(now.code, random.whole(60, 340), now.body);
    if (failingSince) return at < failingSince ? accepted(random) : broken(random);
    if (status === 'disabled' && refusedByCrm.includes(nth)) {
      return failed(422, random.whole(60, 340), '{"error":"no contact has this id"}');
    }
    if (n > 1 || (nth % 9 !== 4 && !random.chance(0.04))) return accepted(random);
    return nth % 2 === 0 ? failed(503, random.whole(60, 340), 'Service Unavailable') : timeout;
  };
}

const MOST_FAILURES = 3;

/**
 * In about every third hour the receiver often fails. A delivery is written when it has ended, so that of a new
 * assignment must not fail: who follows the newest request would find no event.
 */
export function inTraffic(random: Random): Respond {
  return ({ type, n, at }) => {
    const isBadHour = new Random(Math.floor(at.getTime() / HOUR_MS)).chance(0.35);
    const mayFail = n <= MOST_FAILURES && type !== 'assignment.created';
    return mayFail && random.chance(isBadHour ? 0.7 : 0.02) ? broken(random) : accepted(random);
  };
}

/** When the last attempt was answered. */
export function endOf({ attempts }: Delivery): number {
  const last = attempts.at(-1);
  return last ? last.at.getTime() + last.response_ms : 0;
}

/**
 * Has people ask for retries. One is of a delivery that the CRM had refused. It succeeds, because somebody has added the
 * contact to the CRM. The other one is at the paused endpoint, and fails again.
 */
export function planRetries(
  team: DemoTeam,
  { results, academy }: DemoEndpoints,
  deliveries: readonly Delivery[],
  { random, now }: { random: Random; now: Date },
): Delivery[] {
  const retry = (
    endpoint: DemoEndpoint,
    by: string,
    response: Response,
    askedAt: (last: Date) => Date,
  ) => {
    const delivery = deliveries.find((each) => {
      const failed = each.attempts.at(-1)?.error;
      return each.endpoint === endpoint && each.nextTryAt === null && failed;
    });
    const last = delivery?.attempts.at(-1);
    const asked_at = last && askedAt(last.at);
    if (!delivery || !asked_at || last.at >= asked_at) return [];
    const at = new Date(asked_at.getTime() + 310);
    const { memberId: actor_id } = memberOf(team, by);
    delivery.attempts.push({ n: last.n + 1, at, ...response, retry: { actor_id, asked_at } });
    return [delivery];
  };
  const hoursAfter = (time: Date, hours: number) => time.getTime() + hours * HOUR_MS;
  const refused = results.stoppedAt
    ? retry(results, 'vertriebsleitung', accepted(random), (last) => {
        return new Date(Math.min(hoursAfter(last, 9), hoursAfter(now, -3)));
      })
    : [];
  return [...refused, ...retry(academy, 'leitung', broken(random), () => atWork(now, 1))];
}

/** The rows of deliveries and their events. The feed of the team has all events but a ping. */
export function deliveryRows(deliveries: readonly Delivery[], now: Date): Rows {
  const events = [...new Set(deliveries.map(({ event }) => event))];
  const attempts = deliveries.flatMap((delivery) =>
    delivery.attempts.map((attempt) => ({ delivery_id: delivery.id, ...attempt })),
  );
  const inOrder = events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const written = inOrder.map(({ id, type, at, body, requestId: request_id }) => {
    return { id, type, body, created_at: at, request_id };
  });
  return {
    webhookEvent: written,
    keptEvent: written
      .filter(({ type }) => type !== 'ping')
      .map(({ id: event_id, type, created_at }) => ({ event_id, type, created_at })),
    webhookDelivery: deliveries.map(({ id, endpoint, event }) => {
      const { id: event_id, type: event_type, at: created_at } = event;
      return { id, endpoint_id: endpoint.id, event_id, event_type, created_at };
    }),
    webhookPending: deliveries.flatMap(pendingRow),
    webhookAttempt: attempts.map(({ at, retry: _, ...attempt }) => ({
      ...attempt,
      started_at: at,
      lease_no: attempt.n,
      signed_at: new Date(Math.floor(at.getTime() / 1000) * 1000),
    })),
    webhookRetry: attempts.flatMap(({ delivery_id, n, retry }) =>
      retry ? [{ delivery_id, n, actor_kind: 'user', ...retry }] : [],
    ),
    webhookEndpointHour: hourRows(deliveries, daysBefore(now, CHART_DAYS)),
  };
}

/** Only the practice receiver gets requests from a delivery that has not ended. */
function pendingRow({ id, endpoint, event, attempts, nextTryAt: next_try_at }: Delivery) {
  if (!next_try_at) return [];
  const { length: made } = attempts;
  const ids = { delivery_id: id, endpoint_id: endpoint.id, event_id: event.id };
  return [{ ...ids, attempt: made, retries: made, lease_no: made, next_try_at }];
}

const CHART_DAYS = 7;

/** The sums by hour for each endpoint's chart, as far back as they are kept. */
function hourRows(deliveries: readonly Delivery[], since: Date) {
  const sums = new Map<string, { endpoint_id: string; hour: Date; ok: number; failed: number }>();
  for (const { endpoint, attempts } of deliveries) {
    for (const { at, error } of attempts.filter((attempt) => attempt.at >= since)) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      const name = `${endpoint.id} ${hour.getTime()}`;
      const sum = sums.get(name) ?? { endpoint_id: endpoint.id, hour, ok: 0, failed: 0 };
      sum[error === null ? 'ok' : 'failed'] += 1;
      sums.set(name, sum);
    }
  }
  return [...sums.values()];
}

/** When each endpoint last answered with success. */
export function lastSuccesses(deliveries: readonly Delivery[]): Map<string, Date> {
  const arrived = deliveries.flatMap(({ endpoint: { id }, attempts }) =>
    attempts.filter(({ error }) => error === null).map(({ at }) => [id, at] as const),
  );
  return new Map(arrived.toSorted(([, a], [, b]) => a.getTime() - b.getTime()));
}
