import { HOUR_MS } from '../../../shared/durations.ts';
import { atWork } from '../calendar.ts';
import type { Random } from '../random.ts';
import { type DemoMember, type DemoTeam, memberOf } from '../team.ts';
import { type Answer, broken } from './answers.ts';
import type { Delivery } from './deliveries.ts';

export type Retry = { delivery: Delivery; by: DemoMember; n: number; requestedAt: Date };

/**
 * Retries that people have asked for. One is of a delivery that the CRM had refused. It succeeds, because somebody has
 * added the contact to the CRM. The other one is at the paused endpoint, and fails again.
 */
export function planRetries(
  team: DemoTeam,
  deliveries: readonly Delivery[],
  random: Random,
  now: Date,
): Retry[] {
  const candidates = deliveries.filter(({ attempts, nextTryAt }) => {
    return nextTryAt === null && attempts.at(-1)?.error;
  });
  const refused = candidates.find(({ endpoint }) => endpoint.status === 'disabled');
  const unreached = candidates.find(({ endpoint }) => endpoint.status === 'disabled_failures');
  const retries: Retry[] = [];
  const ask = (delivery: Delivery | undefined, request: RetryRequest) => {
    const last = delivery?.attempts.at(-1);
    if (!delivery || !last || last.at >= request.at) return;
    const n = last.n + 1;
    retries.push({ delivery, by: request.by, n, requestedAt: request.at });
    delivery.attempts.push({ n, at: new Date(request.at.getTime() + 310), ...request.answer });
  };
  const arrived = { code: 200, ms: 121, excerpt: '{"received":true}', error: null };
  const later = refused?.attempts.at(-1)?.at ?? now;
  ask(refused, {
    by: memberOf(team, 'vertriebsleitung'),
    at: new Date(Math.min(later.getTime() + 9 * HOUR_MS, now.getTime() - 3 * HOUR_MS)),
    answer: arrived,
  });
  ask(unreached, { by: memberOf(team, 'leitung'), at: atWork(now, 1), answer: broken(random) });
  return retries;
}

type RetryRequest = { by: DemoMember; at: Date; answer: Answer };

export function retryRows(tenant_id: string, retries: readonly Retry[]) {
  return retries.map(({ delivery, by, n, requestedAt }) => ({
    tenant_id,
    delivery_id: delivery.id,
    n,
    actor_kind: 'user',
    actor_id: by.memberId,
    asked_at: requestedAt,
  }));
}
