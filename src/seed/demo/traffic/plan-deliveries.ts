import { newId } from '../../../db/ids.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import { retryDelaysMs } from '../../../shared/retry-delays.ts';
import { accepted, broken } from '../history/answers.ts';
import type { Delivery } from '../history/deliveries.ts';
import type { DemoEndpoint } from '../history/endpoints.ts';
import type { DemoEvent } from '../history/events.ts';
import { Random } from '../random.ts';

/** The first delays. The last attempt always succeeds. */
const delays = retryDelaysMs.slice(0, 3);

/**
 * Plans deliveries with all their attempts, up to the one that succeeds. A delivery is written when it has ended, so that
 * of a new assignment must not fail: who follows the newest request would find no event.
 */
export function planDeliveries(
  endpoint: DemoEndpoint,
  events: readonly DemoEvent[],
  random: Random,
): Delivery[] {
  return events.map((event) => {
    const delivery: Delivery = {
      id: newId('whd', event.at),
      endpoint,
      event,
      attempts: [],
      nextTryAt: null,
    };
    let due = event.at.getTime();
    for (const [n, delay] of [...delays, 0].entries()) {
      const at = new Date(due + random.whole(180, 900));
      const mayFail = n < delays.length && event.type !== 'assignment.created';
      const fails = mayFail && random.chance(isBadHour(at) ? 0.7 : 0.02);
      const answer = fails ? broken(random) : accepted(random.whole(60, 340));
      delivery.attempts.push({ n: n + 1, at, ...answer });
      if (!fails) break;
      due = at.getTime() + (answer.ms ?? 0) + delay;
    }
    return delivery;
  });
}

/** When the last attempt was answered. */
export function endOf({ attempts }: Delivery): Date {
  const last = attempts.at(-1);
  return new Date((last?.at.getTime() ?? 0) + (last?.ms ?? 0));
}

/** In about every third hour the receiver often fails. */
function isBadHour(at: Date): boolean {
  return new Random(Math.floor(at.getTime() / HOUR_MS)).chance(0.35);
}
