import type { EventType } from '../../../features/webhooks/events.schema.ts';
import { practiceAddress, practiceAnswer } from '../../../features/webhooks/practice.ts';
import type { Random } from '../random.ts';
import { type DemoEndpoint, isPractice } from './endpoints.ts';

/** The answer of a receiver. */
export type Answer = {
  code: number | null;
  ms: number | null;
  excerpt: string | null;
  error: 'http_status' | 'timeout' | null;
};

/** The numbers of the deliveries that the CRM refuses at every attempt. */
const refusedByCrm = [3, 7];

const status = (code: number, ms: number, excerpt: string): Answer => {
  return { code, ms, excerpt, error: 'http_status' };
};

type About = { type: EventType; n: number; at: Date; nth: number };

export function answerOf(
  endpoint: DemoEndpoint,
  { type, n, at, nth }: About,
  random: Random,
): Answer {
  const { status: state, failingSince } = endpoint;
  const ms = random.whole(60, 340);
  const refusal = refusalOf(endpoint, type);
  if (refusal) return status(refusal.code, ms, refusal.body);
  if (failingSince) return at < failingSince ? accepted(ms) : broken(random);
  if (state === 'disabled' && refusedByCrm.includes(nth)) {
    return status(422, ms, '{"error":"no contact has this id"}');
  }
  return n === 1 && (nth % 9 === 4 || random.chance(0.04)) ? late(nth, ms) : accepted(ms);
}

/** What the practice receiver refuses now, it has always refused. */
function refusalOf({ url, events }: DemoEndpoint, type: EventType) {
  const address = isPractice(url) ? practiceAddress(new URL(url).pathname) : null;
  const answer = address && practiceAnswer(address, type, events);
  return answer?.code === 200 ? null : answer;
}

export function accepted(ms: number): Answer {
  return { code: 200, ms, excerpt: '{"received":true}', error: null };
}

/** Every second answer is a 503, the others time out. The next attempt then succeeds. */
function late(nth: number, ms: number): Answer {
  if (nth % 2 === 0) return status(503, ms, 'Service Unavailable');
  return { code: null, ms: 10_000, excerpt: null, error: 'timeout' };
}

/** The proxy in front of the receiver cannot reach it. */
export function broken(random: Random): Answer {
  if (random.chance(0.25)) return { code: null, ms: 10_000, excerpt: null, error: 'timeout' };
  const ms = random.whole(30, 90);
  return status(502, ms, '<html><head><title>502 Bad Gateway</title></head></html>');
}
