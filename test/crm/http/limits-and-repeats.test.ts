import { expect, test } from 'vitest';
import type { CrmRequest } from '../../../src/crm/crm-api.ts';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import type { CrmHttpOptions } from '../../../src/crm/http/crm-http.ts';
import { tokenAccess } from '../harness/crm-client.ts';
import type { FakeAnswer, FakeHandler, Fault } from '../harness/fake-server.ts';
import { secret, useClient } from '../harness/started-client.ts';

const startedWith = useClient();

const ask: CrmRequest = { path: '/things' };
const answering = (answer: FakeAnswer): Fault => ({ kind: 'answer', answer });

async function failureOf(promise: Promise<unknown>): Promise<CrmFailure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CrmFailure) return error;
  throw new Error(`expected a CrmFailure, not ${error}`);
}

test.each([500, 408, 423, 425])('a lost connection and a %i are repeated', async (status) => {
  const { server, http, longWaits } = await startedWith();
  server.plan({ fault: { kind: 'reset' } });
  server.plan({ fault: answering({ status: 502, html: '<h1>Bad gateway</h1>' }) });
  server.plan({ fault: answering({ status, json: {} }) });
  expect((await http.send(ask)).body).toEqual({ good: true });
  expect(longWaits()).toEqual([500, 2000, 8000]);
  expect(http.requests).toBe(4);
});

test('after four requests without an answer the provider is unavailable', async () => {
  const { server, http } = await startedWith();
  server.plan({ fault: answering({ status: 503, json: {} }), times: 9 });
  expect(await failureOf(http.send(ask))).toMatchObject({
    reason: 'unavailable',
    facts: { status: 503 },
  });
  expect(server.count()).toBe(4);
});

test('nothing is repeated 30 seconds after the beginning', async () => {
  const slow: FakeHandler = () => {
    played.clock.pass(20_000);
    return { status: 503, json: {} };
  };
  const played = await startedWith(slow);
  expect(await failureOf(played.http.send(ask))).toMatchObject({ reason: 'unavailable' });
  expect(played.http.requests).toBe(2);
});

test('a server that accepts a connection and never answers is unavailable after the time limit', async () => {
  const { server, http } = await startedWith(undefined, { deadlineMs: 50 });
  server.plan({ fault: { kind: 'hang' }, times: 9 });
  expect(await failureOf(http.send(ask))).toMatchObject({
    reason: 'unavailable',
    facts: { code: 'timeout' },
  });
});

test('the time limit covers the whole answer, not each part', async () => {
  const { server, http } = await startedWith(undefined, { deadlineMs: 300 });
  server.drips = true;
  expect(await failureOf(http.send(ask))).toMatchObject({ facts: { code: 'timeout' } });
});

test.each([
  ['2', 2000],
  ['10', 10_000],
])('a 429 that asks for %s seconds is waited for', async (seconds, ms) => {
  const { server, http, longWaits } = await startedWith();
  server.plan({ fault: answering({ status: 429, json: {}, headers: { 'retry-after': seconds } }) });
  await http.send(ask);
  expect(longWaits()).toEqual([ms]);
});

test('a 429 without a time is repeated like a fault, and in the end is a wait for the quota', async () => {
  const { server, http, longWaits } = await startedWith();
  server.plan({ fault: answering({ status: 429, html: 'slow down' }), times: 9 });
  const wait = await http.send(ask).catch((error: unknown) => error);
  expect(wait).toBeInstanceOf(QuotaWait);
  expect(wait).toMatchObject({ waitMs: 60_000 });
  expect(longWaits()).toEqual([500, 2000, 8000]);
});

test.each([
  ['a longer one', { 'retry-after': '11' }, 11_000],
  [
    'a time',
    { 'retry-after': 'Mon, 23 Nov 2026 12:10:00 GMT', date: 'Mon, 23 Nov 2026 12:00:00 GMT' },
    600_000,
  ],
  ['more than a day', { 'retry-after': '900000' }, 86_400_000],
])('a 429 that asks for %s is a wait for the quota at once', async (_, headers, waitMs) => {
  const { server, http } = await startedWith();
  server.plan({ fault: answering({ status: 429, json: {}, headers }) });
  await expect(http.send(ask)).rejects.toMatchObject({ name: 'QuotaWait', waitMs });
  expect(server.count()).toBe(1);
});

test.each([
  ['GET /things', { path: '/things' }],
  ['POST /token', { path: '/token', server: 'token_server', form: {} }],
] satisfies [string, CrmRequest][])(
  'a 503 to %s that asks for an hour is a wait of an hour, and no failure',
  async (_, request) => {
    const { server, http } = await startedWith();
    const headers = { 'retry-after': '3600' };
    server.plan({ fault: answering({ status: 503, json: {}, headers }) });
    const waitMs = 3_600_000;
    await expect(http.send(request)).rejects.toMatchObject({ name: 'QuotaWait', waitMs });
    expect(server.count()).toBe(1);
  },
);

test('a 403 without a body is no missing permission, even if the caller expects one', async () => {
  const { http } = await startedWith(() => ({ status: 403 }));
  expect(await failureOf(http.send({ ...ask, accept: [403] }))).toMatchObject({
    reason: 'unavailable',
    facts: { status: 403 },
  });
});

test('an answer that the provider calls a quota is a wait, whatever its status', async () => {
  const explain = () => new QuotaWait(3_600_000);
  const { server, http } = await startedWith(undefined, {
    connector: { explain } as unknown as CrmHttpOptions['connector'],
  });
  server.plan({ fault: answering({ status: 403, json: { errorCode: 'REQUEST_LIMIT_EXCEEDED' } }) });
  await expect(http.send(ask)).rejects.toMatchObject({ name: 'QuotaWait', waitMs: 3_600_000 });
});

test('a refused token is renewed once, and the request is repeated with the new one', async () => {
  const handler: FakeHandler = ({ headers }) =>
    headers.authorization === 'Bearer new' ? { status: 200, json: {} } : { status: 401, json: {} };
  let renewals = 0;
  const onRefused = async () => {
    renewals += 1;
    return tokenAccess('new');
  };
  const { http } = await startedWith(handler, { onRefused });
  expect((await http.send(ask)).status).toBe(200);
  expect((await http.send(ask)).status).toBe(200);
  expect(renewals).toBe(1);
});

test('a token that is refused after its renewal is a lost sign-in', async () => {
  let renewals = 0;
  const onRefused = async () => {
    renewals += 1;
    return tokenAccess('new');
  };
  const { server, http } = await startedWith(() => ({ status: 401, json: {} }), { onRefused });
  expect(await failureOf(http.send(ask))).toMatchObject({ reason: 'auth', facts: { status: 401 } });
  expect({ renewals, requests: server.count() }).toEqual({ renewals: 1, requests: 2 });
});

test.each([
  ['401 without renewal', { status: 401, json: {} }, 'auth'],
  ['403 as JSON', { status: 403, json: {} }, 'auth'],
  ['403 without a body', { status: 403 }, 'unavailable'],
  ['403 as a page of Cloudflare', { status: 403, html: '<h1>Attention</h1>' }, 'unavailable'],
  ['401 as a page', { status: 401, html: '<h1>Proxy</h1>' }, 'unavailable'],
  ['400', { status: 400, json: {} }, 'contract'],
  ['404', { status: 404, json: {} }, 'contract'],
] as const)('%s is a failure of its own kind, and is not repeated', async (_, answer, reason) => {
  const { server, http } = await startedWith(() => answer);
  const failure = await failureOf(http.send(ask));
  expect(failure.reason).toBe(reason);
  expect(server.count()).toBe(1);
});

test.each([
  ['redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['web_page', { status: 200, html: '<h1>Maintenance</h1>' }],
  ['cut_json', { status: 200, text: `{"secret": "${secret}` }],
  ['cut_json', { status: 200, text: '['.repeat(100) + ']'.repeat(100) }],
  ['empty', { status: 200, text: '' }],
] as const)(
  'a broken answer (%s) is repeated as a 503 is, and named if it stays',
  async (code, answer) => {
    const once = await startedWith();
    once.server.plan({ fault: answering(answer) });
    expect((await once.http.send(ask)).body).toEqual({ good: true });
    expect(once.server.count()).toBe(2);
    const always = await startedWith(() => answer);
    const failure = await failureOf(always.http.send(ask));
    expect(failure).toMatchObject({
      reason: 'unavailable',
      facts: { status: answer.status, code },
    });
    expect(always.server.count()).toBe(4);
    // The lost answer of a token server may have held a new token.
    const token = await startedWith(() => answer);
    const pending = token.http.send({ ...ask, server: 'token_server' });
    expect(await failureOf(pending)).toMatchObject({ reason: 'unavailable', facts: { code } });
    expect(token.server.count()).toBe(1);
  },
);

test('an answer above 16 MB is not read to the end', async () => {
  const text = JSON.stringify('x'.repeat(17 * 1024 * 1024));
  const { http } = await startedWith(() => ({ status: 200, text }));
  expect(await failureOf(http.send(ask))).toMatchObject({
    reason: 'contract',
    facts: { code: 'answer_too_long' },
  });
});

test('an error contains neither a credential nor a body', async () => {
  const bodies: FakeAnswer[] = [
    { status: 200, text: `{"name": "${secret}", ` },
    { status: 400, json: { message: `not ${secret}` } },
    { status: 500, html: secret },
    { status: 401, json: { token: secret } },
  ];
  for (const answer of bodies) {
    const { http } = await startedWith(() => answer);
    const failure = await failureOf(http.send({ path: '/x', json: { secret } }));
    const shown = `${failure.stack} ${JSON.stringify(failure)} ${failure.cause}`;
    expect(shown).not.toContain(secret);
  }
  const { http } = await startedWith(undefined, { access: tokenAccess(`${secret}\r\nx-evil: 1`) });
  const failure = await failureOf(http.send(ask));
  expect(failure.reason).toBe('internal');
  expect(`${failure.stack} ${failure.cause}`).not.toContain(secret);
});

test('the token server gets no credentials of the account, and no request is sent to it twice', async () => {
  const { server, http } = await startedWith();
  server.plan({ fault: { kind: 'lose' } });
  const form = { grant_type: 'refresh_token' };
  const failure = await failureOf(http.send({ path: '/token', server: 'token_server', form }));
  expect(failure).toMatchObject({ reason: 'unavailable' });
  expect(server.requests).toMatchObject([{ method: 'POST', body: form }]);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test.each([502, 503, 504])('a %i of the token server is not repeated', async (status) => {
  const { server, http } = await startedWith();
  server.plan({ fault: answering({ status, html: 'gateway' }), times: 9 });
  const form = { grant_type: 'refresh_token', refresh_token: 'good once' };
  const failure = await failureOf(http.send({ path: '/token', server: 'token_server', form }));
  expect(failure).toMatchObject({ reason: 'unavailable', facts: { status } });
  expect(server.count()).toBe(1);
});

test('a stop ends a request and a wait at once, with the reason of the stop', async () => {
  const stop = new AbortController();
  const { server, http } = await startedWith(undefined, { signal: stop.signal });
  server.plan({ fault: { kind: 'hang' } });
  const sent = http.send(ask);
  await expect.poll(() => server.count()).toBe(1);
  stop.abort(new Error('the worker stops'));
  await expect(sent).rejects.toThrow('the worker stops');
  await expect(http.send(ask)).rejects.toThrow('the worker stops');
});

test("requests keep the connector's pace until the provider grants another", async () => {
  let perSecond: number | null = null;
  const connector = {
    requestsPerSecond: 10,
    limits: () => ({ left: 77, perSecond }),
  } as unknown as CrmHttpOptions['connector'];
  const { server, http, waits } = await startedWith(undefined, { connector });
  server.clock.stands = Date.UTC(2026, 10, 23);
  expect(http.providerTime).toBeNull();
  for (let count = 0; count < 3; count++) await http.send(ask);
  await http.send({ ...ask, perSecond: 5 });
  expect(http.providerTime).toEqual(new Date(server.clock.now()));
  perSecond = 50;
  await http.send(ask);
  await http.send(ask);
  expect(waits.map(Math.round)).toEqual([100, 100, 100, 200, 20]);
  expect(http.quotaLeft).toBe(77);
});

test.each([
  '//evil.example/x',
  '@evil.example/x',
  'https://evil.example/x',
  '\\\\evil.example',
  ':1@evil/',
])('a path that a provider names cannot lead to another host: %s', async (path) => {
  const { server, http } = await startedWith();
  const outcome = await http.send({ path }).catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toMatchObject({ reason: 'contract' });
  // A text that begins with a slash is a path on the same server, however strange it is.
  else expect(server.count()).toBe(1);
});
