import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import { retryDelaysMs } from '../../../shared/retry-delays.ts';
import type { Random } from '../random.ts';
import { type Answer, answerOf } from './answers.ts';
import { type DemoEndpoint, type DemoEndpoints, isPractice } from './endpoints.ts';
import type { DemoEvent } from './events.ts';

type Attempt = Answer & { n: number; at: Date };
export type Delivery = {
  id: string;
  endpoint: DemoEndpoint;
  event: DemoEvent;
  attempts: Attempt[];
  /** When the next attempt is due. If the endpoint is switched off, the delivery waits until it is switched on again. */
  nextTryAt: Date | null;
};

type Tools = { random: Random; now: Date };

export function planDeliveries(
  endpoints: DemoEndpoints,
  events: readonly DemoEvent[],
  { random, now }: Tools,
): Delivery[] {
  return Object.values(endpoints).flatMap((endpoint) => {
    const taken = events.filter(({ type, onlyFor, at }) => {
      const isFor = onlyFor ? onlyFor === endpoint.id : endpoint.events.includes(type);
      const { createdAt, added } = endpoint;
      return isFor && at >= (added?.event === type ? added.at : createdAt);
    });
    return taken.map((event, nth) => deliver(endpoint, event, { nth, random, now }));
  });
}

function deliver(
  endpoint: DemoEndpoint,
  event: DemoEvent,
  { nth, random, now }: Tools & { nth: number },
): Delivery {
  const end = endpoint.stoppedAt ?? (isPractice(endpoint.url) ? now : null);
  const delivery = { id: newId('whd', event.at), endpoint, event, attempts: [] as Attempt[] };
  let due = new Date(event.at.getTime());
  for (let n = 1; n <= retryDelaysMs.length + 1; n++) {
    const at = new Date(due.getTime() + random.whole(180, 900));
    if (end && at >= end) return { ...delivery, nextTryAt: due };
    const answer = answerOf(endpoint, { type: event.type, n, at, nth }, random);
    delivery.attempts.push({ n, at, ...answer });
    if (answer.error === null) break;
    due = new Date(at.getTime() + (answer.ms ?? 0) + (retryDelaysMs[n - 1] ?? 0));
  }
  return { ...delivery, nextTryAt: null };
}

export function deliveryRows(
  tenant_id: string,
  deliveries: readonly Delivery[],
): Prisma.WebhookDeliveryCreateManyInput[] {
  return deliveries.map(({ id, endpoint, event }) => ({
    tenant_id,
    id,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    created_at: event.at,
  }));
}

/** The deliveries that have not ended. Only the practice receiver gets requests from them. */
export function pendingRows(
  tenant_id: string,
  deliveries: readonly Delivery[],
): Prisma.WebhookPendingCreateManyInput[] {
  return deliveries.flatMap(({ id, endpoint, event, attempts, nextTryAt }) => {
    if (!nextTryAt) return [];
    const made = attempts.length;
    return {
      tenant_id,
      delivery_id: id,
      endpoint_id: endpoint.id,
      event_id: event.id,
      attempt: made,
      retries: made,
      lease_no: made,
      next_try_at: nextTryAt,
    };
  });
}

export function attemptRows(
  tenant_id: string,
  deliveries: readonly Delivery[],
): Prisma.WebhookAttemptCreateManyInput[] {
  return deliveries.flatMap(({ id, attempts }) =>
    attempts.map(({ n, at, code, ms, excerpt, error }) => ({
      tenant_id,
      delivery_id: id,
      n,
      started_at: at,
      lease_no: n,
      error,
      response_code: code,
      response_ms: ms,
      response_excerpt: excerpt,
      signed_at: new Date(Math.floor(at.getTime() / 1000) * 1000),
    })),
  );
}

/** The sums by hour for each endpoint's chart, as far back as they are kept. */
export function hourRows(
  tenant_id: string,
  deliveries: readonly Delivery[],
  since: Date,
): Prisma.WebhookEndpointHourCreateManyInput[] {
  const sums = new Map<string, Prisma.WebhookEndpointHourCreateManyInput>();
  for (const { endpoint, attempts } of deliveries) {
    for (const { at, error } of attempts.filter((attempt) => attempt.at >= since)) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      const name = `${endpoint.id} ${hour.getTime()}`;
      const none = { tenant_id, endpoint_id: endpoint.id, hour, ok: 0, failed: 0 };
      const sum = sums.get(name) ?? none;
      sum[error === null ? 'ok' : 'failed'] += 1;
      sums.set(name, sum);
    }
  }
  return [...sums.values()];
}

/** Finds when each endpoint last answered with success. */
export function lastSuccesses(deliveries: readonly Delivery[]): Map<string, Date> {
  const last = new Map<string, Date>();
  for (const { endpoint, attempts } of deliveries) {
    for (const { at, error } of attempts) {
      const previous = last.get(endpoint.id);
      if (error === null && (!previous || previous < at)) last.set(endpoint.id, at);
    }
  }
  return last;
}
