import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { json } from '../fuzz/harness/values.ts';

// Stripe's library reads `t=…,v1=…` independently of this project.
const { webhooks } = new Stripe('sk_test_none');
const SECRET = 'whsec_zJ5nT0qVb7Kx2mC9yR4wD1sF8gH3pL6aU_eN-oXiQkE';
const SENT_AT = 1_793_000_000;
const BODY = '{"id":"evt_1","data":{"name":"Ä 😀"}}';

/** Verifies a request as a receiver does, `age` seconds after the signature. */
function read(body: string | Buffer, header: string, age = 0, secret = SECRET) {
  return webhooks.constructEvent(body, header, secret, 300, undefined, (SENT_AT + age) * 1000);
}

test('D162: t and v1, the lowercase hex HMAC-SHA256 of `<t>.<raw body>` with the whole secret', () => {
  const v1 = createHmac('sha256', Buffer.from(SECRET, 'utf8'))
    .update(Buffer.from(`${SENT_AT}.${BODY}`, 'utf8'))
    .digest('hex');
  const header = signatureHeader(SECRET, BODY, SENT_AT);
  expect(header).toBe(`t=${SENT_AT},v1=${v1}`);
  expect(header).toMatch(/^t=[0-9]+,v1=[0-9a-f]{64}$/);
});

test('D162: an independent receiver accepts it for five minutes', () => {
  const header = signatureHeader(SECRET, BODY, SENT_AT);
  expect(read(Buffer.from(BODY), header)).toEqual(JSON.parse(BODY));
  expect(read(BODY, header, 300)).toEqual(JSON.parse(BODY));
  expect(() => read(BODY, header, 301)).toThrow('tolerance');
});

test('D162: another secret, the secret without its prefix, another t or a changed byte is refused', () => {
  const header = signatureHeader(SECRET, BODY, SENT_AT);
  const refusal = 'No signatures found matching';
  expect(() => read(BODY, header, 0, `${SECRET}a`)).toThrow(refusal);
  expect(() => read(BODY, header, 0, SECRET.replace('whsec_', ''))).toThrow(refusal);
  expect(() => read(BODY, header.replace(`${SENT_AT}`, `${SENT_AT + 1}`))).toThrow(refusal);
  expect(() => read(BODY.replace('evt_1', 'evt_2'), header)).toThrow(refusal);
});

test('D162: whatever the body contains, exactly its bytes are signed', () => {
  fc.assert(
    fc.property(json, fc.nat(), (data, place) => {
      const body = JSON.stringify({ data });
      const bytes = Buffer.from(body);
      const header = signatureHeader(SECRET, body, SENT_AT);
      expect(signatureHeader(SECRET, bytes, SENT_AT)).toBe(header);
      expect(read(bytes, header)).toEqual(JSON.parse(body));
      // Changes only ASCII at the beginning: broken UTF-8 could be read as the same replacement character.
      const index = place % 7;
      bytes[index] = bytes[index] === 0x78 ? 0x79 : 0x78;
      expect(() => read(bytes, header)).toThrow();
    }),
    { numRuns: 200 },
  );
});
