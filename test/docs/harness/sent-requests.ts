import fc from 'fast-check';
import { inSentOrder } from '../../../src/docs/verify/event-fields.ts';
import { type EventType, events } from '../../../src/features/webhooks/events.schema.ts';
import { signatureHeader } from '../../../src/features/webhooks/signature.ts';
import { newSecret } from '../../../src/features/webhooks/signing-secret.ts';

/** The time at which all requests are signed, in Unix seconds. */
export const now = 1_793_000_000;
export const types = Object.keys(events) as EventType[];
export const bytes = (text: string) => new TextEncoder().encode(text);

/** Texts like those in events, with everything that programs write differently. */
const text = fc.string({
  unit: fc.constantFrom(...'ab 1"\\/<>&\'äßé€😀\n\r\t\u2028{}[]:,'),
  maxLength: 12,
});
const event = fc.constantFrom(...types).chain((type) => {
  const example = Object(events[type].meta()?.examples?.[0]) as { data: object };
  const values = Object.entries(example.data).map(([name, value]) => {
    return [name, typeof value === 'string' ? text : fc.constant(value)] as const;
  });
  const data = fc.record(Object.fromEntries(values), { requiredKeys: ['team_id'] });
  return data.map((drawn) => inSentOrder({ ...example, data: drawn }));
});
const secret = fc.constant(undefined).map(newSecret);
/** A request as the service sends it. */
export const sent = fc.record({ event, secret }).map((drawn) => {
  const body = JSON.stringify(drawn.event);
  return { ...drawn, body, header: signatureHeader(drawn.secret, body, now) };
});

/** Ages at the limits, as often as all others together. */
const edges = fc.constantFrom(299, 300, 301, -299, -300, -301);
export const ages = fc.oneof(edges, fc.integer({ min: -600, max: 10_000 }));

export type Sent = { secret: string; header: string; body: string; event: unknown };

/** The right verdict on a request that was sent the given number of seconds ago. */
export const kindAt = (age: number) => (age > 300 ? 'too_old' : age < -300 ? 'ahead' : 'genuine');
