import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type RawBody,
  unwrap,
  WebhookError,
  type WebhookHeaders,
} from '../../dist/sdk/typescript/webhooks.js';
import { dataFields, envelopeFields } from '../../src/docs/verify/event-fields.ts';
import { SIGNATURE_LIFETIME_S, signatureHeader } from '../../src/features/webhooks/signature.ts';
import { sent as sentEvent } from '../docs/harness/sent-requests.ts';
import { signatureVectors } from '../docs/harness/signature-vectors.ts';

const SECRET = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
const OTHER = 'whsec_Zk3PqW8nRt5YvB2xLc7MdF9gHj4sKa1eUiOo6TyQwEr';
const BODY =
  '{"id":"evt_1","type":"member.joined","created_at":"2026-11-18T09:30:12.345Z","api_version":"2026-11","tenant_id":"ten_1","data":{"team_id":"ten_1","member_id":"mem_1","note":"Ä / é"}}';

const seconds = () => Math.floor(Date.now() / 1000);
const signed = (body = BODY, secret = SECRET, at = seconds()) => ({
  'svc-signature': signatureHeader(secret, body, at),
});

async function faultOf(
  body: RawBody,
  headers: WebhookHeaders,
  secrets: string | string[] = SECRET,
): Promise<WebhookError> {
  const error = await unwrap(body, headers, secrets).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookError);
  return error as WebhookError;
}

test('a genuine request gives its event, with the type of its data', async () => {
  const event = await unwrap(BODY, signed(), SECRET);
  expect(event).toEqual(JSON.parse(BODY));
  if (event.type === 'member.joined') expect(event.data.team_id).toBe('ten_1');
});

test('unwrap accepts the same requests as the receivers of the guide', async () => {
  // The requests are made now, because one of them is almost five minutes old.
  const { secret, vectors } = signatureVectors();
  expect(vectors.length).toBeGreaterThan(20);
  for (const { name, header, body, isGenuine } of vectors) {
    const event = unwrap(body, { 'svc-signature': header }, secret);
    if (isGenuine) expect(await event, name).toMatchObject({ id: 'evt_1' });
    else await expect(event, name).rejects.toBeInstanceOf(WebhookError);
  }
});

test('unwrap takes a body of bytes or text, and the headers of any server', async () => {
  const bytes = new TextEncoder().encode(BODY);
  const padded = new Uint8Array([0, ...bytes, 0]);
  const { 'svc-signature': value } = signed();
  const bodies: RawBody[] = [BODY, bytes, Buffer.from(BODY), bytes.buffer, padded.subarray(1, -1)];
  for (const body of bodies) await unwrap(body, signed(), SECRET);
  const headers: WebhookHeaders[] = [
    new Headers({ 'Svc-Signature': value }),
    { 'Svc-Signature': value },
    { 'SVC-SIGNATURE': [value] },
    new Map([['svc-signature', value]]),
  ];
  for (const each of headers) await unwrap(BODY, each, SECRET);
});

test('unwrap accepts both secrets while one replaces the other', async () => {
  for (const secret of [SECRET, OTHER]) {
    expect(await unwrap(BODY, signed(BODY, secret), [SECRET, OTHER])).toMatchObject({
      id: 'evt_1',
    });
  }
  expect((await faultOf(BODY, signed(BODY, `${OTHER}x`), [SECRET, OTHER])).code).toBe(
    'wrong_secret',
  );
});

test('the headers of Standard Webhooks neither disturb nor replace our signature', async () => {
  const standard = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${seconds()}`,
    'webhook-signature': 'v1,AAAA',
  };
  await unwrap(BODY, { ...standard, ...signed() }, SECRET);
  expect((await faultOf(BODY, standard)).code).toBe('missing_header');
});

type Case = {
  name: string;
  header?: string | null;
  secrets?: (string | null)[];
  signed?: string;
  body?: string;
  bodyBase64?: string;
  bytes?: number;
  says: string;
};

const shared: { secret: string; body: string; cases: Case[] } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'webhook-cases.json'), 'utf8'),
);

/** The message about a request, which is the same in Python (`test_webhooks.py`). */
async function messageOf({ header = 't={t},v1={v1}', secrets, signed: text, ...options }: Case) {
  const sent = options.body ?? shared.body;
  const body =
    options.bodyBase64 !== undefined
      ? Buffer.from(options.bodyBase64, 'base64')
      : 'x'.repeat(options.bytes ?? 0) || sent;
  const t = `${seconds()}`;
  const [, v1 = ''] = signatureHeader(shared.secret, text ?? shared.body, Number(t)).split(',v1=');
  const filled = header
    ?.replaceAll('{t}', t)
    .replaceAll('{v1}', v1)
    .replaceAll('{V1}', v1.toUpperCase());
  const existing = secrets?.map((each) => each ?? undefined) ?? shared.secret;
  return unwrap(body, { 'svc-signature': filled }, existing).then(
    () => 'genuine',
    (error) => (error instanceof WebhookError ? error.message : `no WebhookError: ${error}`),
  );
}

test.each(shared.cases)('unwrap says the same as in Python: $name', async (each) => {
  expect(await messageOf(each)).toBe(each.says);
});

test('a body with sorted fields is refused as body_changed, and the error about a changed value says so', () =>
  fc.assert(
    fc.asyncProperty(sentEvent, fc.infiniteStream(fc.nat()), async (drawn, numbers) => {
      const mixed = shuffled(drawn.event, numbers);
      const text = JSON.stringify(mixed);
      fc.pre(text !== drawn.body);
      const headers = { 'svc-signature': drawn.header };
      const faultIn = (body: string) => faultOf(body, headers, drawn.secret);
      expect(await faultIn(text)).toMatchObject({
        code: 'body_changed',
        message: expect.stringContaining('another order'),
      });
      expect((await faultIn(JSON.stringify(mixed, null, 2))).message).toContain('another order');
      const other = JSON.stringify({ ...Object(drawn.event), tenant_id: 'ten_other' });
      const error = await faultIn(other);
      expect(error.code).toBe('wrong_secret');
      expect(error.message).toContain('a value of the body was changed');
    }),
    { numRuns: 60 },
  ));

/** Returns the value with the fields of each object in another order. */
function shuffled(value: unknown, numbers: fc.Stream<number>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => {
    return { name, part: shuffled(part, numbers), at: numbers.next().value ?? 0 };
  });
  const sorted = parts.toSorted((a, b) => a.at - b.at);
  return Object.fromEntries(sorted.map(({ name, part }) => [name, part]));
}

test('both languages know the order in which the fields of each type are sent', () => {
  const strings = (name: string) =>
    readFileSync(path.join('src/sdk', name), 'utf8')
      .replaceAll(/["']\s+["']/g, '')
      .match(/(?<=["'])id type [a-z_ ]+/g);
  const orders = strings('typescript/receive/field-order.ts');
  expect(orders).toEqual(strings('python/core/field_order.py'));
  const [all = [], ofAssignments = []] = orders?.map((order) => order.split(' ')) ?? [];
  for (const [type, fields] of Object.entries(dataFields)) {
    const order = type.startsWith('assignment.') ? ofAssignments : all;
    const sent = [...envelopeFields, ...fields];
    expect(order.filter((name) => sent.includes(name))).toEqual(sent);
  }
});

test.each([{ id: 'evt_1' }, undefined, null])(
  'a body that is neither bytes nor text is refused as body_parsed: %o',
  async (body) => {
    expect((await faultOf(body as unknown as RawBody, signed())).code).toBe('body_parsed');
  },
);

test('the error about a genuine request that is too old has the times of sender and receiver', async () => {
  const at = seconds() - SIGNATURE_LIFETIME_S - 60;
  const before = Date.now();
  const error = await faultOf(BODY, signed(BODY, SECRET, at));
  expect(error.code).toBe('clock');
  expect(error.senderTime).toEqual(new Date(at * 1000));
  expect(error.receiverTime?.getTime()).toBeGreaterThanOrEqual(before);
  expect(error.message).toContain(new Date(at * 1000).toISOString());
  expect(error.message).toContain(error.receiverTime?.toISOString());
  await unwrap(BODY, signed(BODY, SECRET, at), SECRET, { tolerance: 600 });
});

test('only the error about a genuine request blames the clock', async () => {
  const old = seconds() - 4000;
  expect((await faultOf(BODY, signed(BODY, OTHER, old))).code).toBe('wrong_secret');
  expect((await faultOf(`${BODY}\n`, signed(BODY, SECRET, old))).code).toBe('body_changed');
});

test('a signature is accepted until the age that the server gives, and from a clock that is ahead', async () => {
  await unwrap(BODY, signed(BODY, SECRET, seconds() - SIGNATURE_LIFETIME_S + 5), SECRET);
  await unwrap(BODY, signed(BODY, SECRET, seconds() + 3600), SECRET);
});

test('a signature of 300 s is accepted, and one of 301 s is not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await unwrap(BODY, signed(BODY, SECRET, seconds() - 300), SECRET);
  expect((await faultOf(BODY, signed(BODY, SECRET, seconds() - 301))).code).toBe('clock');
});

test.each([undefined, '', ' ', [], [''], [' ', undefined]])(
  'without a secret (%o) no request is accepted, not even a request signed with an empty secret',
  async (secret) => {
    await expect(unwrap(BODY, signed(BODY, ''), secret)).rejects.toThrow('secret');
  },
);

test('no error contains the secret or the body', async () => {
  const body = BODY.replace('evt_1', 'evt_2');
  const errors = [
    await faultOf(body, signed()),
    await faultOf(`${body} `, signed()),
    await faultOf(BODY, signed(), SECRET.slice(6)),
    await faultOf(BODY, signed(BODY, SECRET, 1)),
  ];
  for (const error of errors) {
    const shown = `${error.message} ${JSON.stringify(error)} ${error.stack}`;
    expect(shown).not.toContain(SECRET.slice(6));
    expect(shown).not.toContain('mem_1');
  }
});
