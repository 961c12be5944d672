import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WebhookClient } from '../../src/egress/webhook-client.ts';
import { allow, namesOf, newClient, postTo, useClosing } from '../harness/egress.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { type ReceivedRequest, startReceiver } from '../harness/receiver.ts';

const closed = useClosing();
afterEach(() => {
  vi.restoreAllMocks();
});
const receiverWith = async (...args: Parameters<typeof startReceiver>) =>
  closed(await startReceiver(...args));
const rawWith = async (...args: Parameters<typeof startRawReceiver>) =>
  closed(await startRawReceiver(...args));
const client = (options: Parameters<typeof newClient>[0] = {}): WebhookClient =>
  closed(newClient(options));

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a delivery', () => {
  test('is a POST of the unchanged bytes, with its headers and no others', async () => {
    const receiver = await receiverWith();
    const outcome = await postTo(client(), receiver.url('/hook?a=b%20c'));
    expect(outcome).toEqual({ code: 200, ms: expect.any(Number), excerpt: '', error: null });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=b%20c' });
    expect(request?.rawBody.toString()).toBe('{"type":"ping","ü":1.0}');
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'user-agent': 'Team-API-Webhooks/1',
      'content-type': 'application/json',
      'content-length': '24',
      'accept-encoding': 'identity',
      'svc-event-id': 'evt_1',
      'svc-signature': 't=1,v1=00',
    });
  });

  test('asks for the host by its name, without the trailing dot', async () => {
    const receiver = await receiverWith();
    const outcome = await postTo(client(), `https://a.receiver.test.:${receiver.port}/`);
    expect(outcome).toMatchObject({ code: 200, error: null });
    expect(receiver.requests[0]?.headers.host).toBe(`a.receiver.test:${receiver.port}`);
  });

  test('tries the other addresses of a name when the first does not answer', async () => {
    const receiver = await receiverWith();
    const resolver = namesOf({ 'a.receiver.test': ['::1', '127.0.0.1'] });
    const sending = client({ resolver, allowed: allow('127.0.0.1', '::1') });
    const outcome = await postTo(sending, `https://a.receiver.test:${receiver.port}/`);
    expect(outcome).toMatchObject({ code: 200, error: null });
  });

  test.each([200, 201, 202, 204, 299])('D156: %i is a success', async (status) => {
    const receiver = await receiverWith((_, response) => response.writeHead(status).end());
    const outcome = await postTo(client(), receiver.url());
    expect(outcome).toMatchObject({ code: status, excerpt: '', error: null });
  });

  test.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])(
    'D156: %i is a failure',
    async (status) => {
      const body = status === 304 ? '' : 'no';
      const receiver = await receiverWith((_, response) => response.writeHead(status).end(body));
      const outcome = await postTo(client(), receiver.url());
      expect(outcome).toMatchObject({ code: status, excerpt: body, error: 'http_status' });
    },
  );

  test('uses no proxy that the environment names', async () => {
    const proxy = await rawWith({});
    vi.stubEnv('HTTPS_PROXY', proxy.url());
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const receiver = await receiverWith();
    expect(await postTo(client(), receiver.url())).toMatchObject({ code: 200 });
    expect(proxy.seen.connections).toBe(0);
    vi.unstubAllEnvs();
  });
});

describe('redirects are not followed', () => {
  const statuses = [301, 302, 303, 307, 308];
  test.each(statuses)('%i, whether to the same host or another', async (status) => {
    const target = await receiverWith();
    const receiver = await receiverWith(({ path }, response) =>
      response
        .writeHead(status, { location: path === '/own' ? '/other' : target.url() })
        .end('moved'),
    );
    for (const path of ['/own', '/away']) {
      const outcome = await postTo(client(), receiver.url(path));
      expect(outcome).toMatchObject({ code: status, excerpt: 'moved', error: 'http_status' });
    }
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/own', '/away']);
    expect(target.acceptedSockets()).toBe(0);
  });
});

describe('connections', () => {
  test('are used again, one request at a time', async () => {
    const waiting: ServerResponse[] = [];
    const receiver = await receiverWith(({ path }, response) =>
      path === '/wait' ? waiting.push(response) : response.end(),
    );
    const sending = client();
    await postTo(sending, receiver.url());
    await postTo(sending, receiver.url());
    expect(receiver.acceptedSockets()).toBe(1);
    const both = Promise.all([1, 2].map(() => postTo(sending, receiver.url('/wait'))));
    await receiver.waitFor(() => waiting.length === 2);
    expect(receiver.openSockets()).toBe(2);
    for (const response of waiting) response.end();
    await both;
    await postTo(sending, receiver.url());
    expect(receiver.acceptedSockets()).toBe(2);
  });

  test('are used again even if the body was longer than what is kept, once it has arrived', async () => {
    const receiver = await receiverWith((_, response) => response.end('x'.repeat(3000)));
    const sending = client();
    for (const _ of [1, 2]) {
      expect((await postTo(sending, receiver.url())).excerpt).toHaveLength(1000);
    }
    expect(receiver.acceptedSockets()).toBe(1);
  });

  test('belong to one origin', async () => {
    const receiver = await receiverWith();
    const sending = client();
    await postTo(sending, receiver.url());
    await postTo(sending, `https://a.receiver.test:${receiver.port}/`);
    expect(receiver.acceptedSockets()).toBe(2);
  });

  test('are a minute old at most, so that a moved name is followed', async () => {
    const receiver = await receiverWith();
    const sending = client();
    await postTo(sending, receiver.url());
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 61_000);
    await postTo(sending, receiver.url());
    expect(receiver.acceptedSockets()).toBe(2);
    await receiver.waitFor(() => receiver.openSockets() === 1);
  });

  test('are not used again after Connection: close', async () => {
    const receiver = await receiverWith((_, response) =>
      response.setHeader('connection', 'close').end('ok'),
    );
    const sending = client();
    for (const _ of [1, 2, 3])
      expect(await postTo(sending, receiver.url())).toMatchObject({ code: 200, excerpt: 'ok' });
    expect(receiver.acceptedSockets()).toBe(3);
  });

  test('resume the TLS session of the last connection, which saves both sides the handshake', async () => {
    const resumed: boolean[] = [];
    const receiver = await rawWith({
      onTls: (socket) => resumed.push(socket.isSessionReused()),
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nok'),
    });
    const sending = client();
    const url = `https://a.receiver.test:${receiver.port}/`;
    for (const _ of [1, 2]) expect(await postTo(sending, url)).toMatchObject({ code: 200 });
    expect(resumed).toEqual([false, true]);
  });

  test('drop an answer that nobody asked for, so that it is not taken for the next one', async () => {
    const second = 'HTTP/1.1 500 No\r\ncontent-length: 6\r\n\r\nforged';
    const receiver = await rawWith({
      onRequest: (socket, count) => socket.write(count === 1 ? OK + second : OK),
    });
    const sending = client();
    for (const _ of [1, 2])
      expect(await postTo(sending, receiver.url())).toMatchObject({ code: 200, excerpt: 'ok' });
    expect(receiver.seen.requests).toBe(2);
  });

  test('that the receiver closes just before they are used again cost no attempt', async () => {
    const receiver = await rawWith({
      onRequest: (socket, count) => (count === 2 ? socket.destroy() : socket.write(OK)),
    });
    const sending = client();
    await postTo(sending, receiver.url());
    expect(await postTo(sending, receiver.url())).toMatchObject({ code: 200, error: null });
    expect(receiver.seen).toEqual({ connections: 2, requests: 3 });
  });

  test('are retried only if they were used before, and only once', async () => {
    const receiver = await rawWith({
      onRequest: (socket, count) => (count === 1 ? socket.write(OK) : socket.destroy()),
    });
    const sending = client();
    await postTo(sending, receiver.url());
    expect(await postTo(sending, receiver.url())).toMatchObject({ code: null, error: 'reset' });
    expect(receiver.seen).toEqual({ connections: 2, requests: 3 });
    expect(await postTo(sending, receiver.url())).toMatchObject({ code: null, error: 'reset' });
    expect(receiver.seen).toEqual({ connections: 3, requests: 4 });
  });

  test('are retried only if no byte of an answer has come', async () => {
    const receiver = await rawWith({
      onRequest: (socket, count) => (count === 1 ? socket.write(OK) : socket.end('HTTP/1.1 2')),
    });
    const sending = client();
    await postTo(sending, receiver.url());
    const outcome = await postTo(sending, receiver.url());
    expect(outcome).toMatchObject({ code: null, excerpt: null });
    expect(['reset', 'invalid_response']).toContain(outcome.error);
    expect(receiver.seen).toEqual({ connections: 1, requests: 2 });
  });

  test('are closed with the client, after running requests have ended', async () => {
    const held: [ReceivedRequest, ServerResponse][] = [];
    const receiver = await receiverWith((request, response) =>
      request.path === '/held' ? held.push([request, response]) : response.end(),
    );
    const sending = newClient();
    const pending = postTo(sending, receiver.url('/held'));
    await postTo(sending, receiver.url());
    await receiver.waitFor(() => held.length === 1);
    const closing = sending.close();
    await receiver.waitFor(() => receiver.openSockets() === 1);
    held[0]?.[1].end('late');
    expect(await pending).toMatchObject({ code: 200, excerpt: 'late', error: null });
    await closing;
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });
});
