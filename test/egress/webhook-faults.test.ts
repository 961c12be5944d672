import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { WebhookClient } from '../../src/egress/webhook-client.ts';
import { newClient, postTo, useClosing } from '../harness/egress.ts';
import { startRawReceiver, writeForEver } from '../harness/raw-receiver.ts';

const TIMEOUT_MS = 300;

const closed = useClosing();
const receiverThat = async (does: Parameters<typeof startRawReceiver>[0]) =>
  closed(await startRawReceiver(does));
// The tests share few clients, because each reads all certificate authorities. Receivers differ by port.
const hasty = newClient({ timeoutMs: TIMEOUT_MS });
const patient = newClient({ timeoutMs: 10_000 });
afterAll(() => Promise.all([hasty.close(), patient.close()]));
const client = (options: Parameters<typeof newClient>[0]): WebhookClient =>
  closed(newClient(options));

const answering = (...chunks: (string | Buffer)[]) =>
  receiverThat({
    onRequest: (socket) => socket.end(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))),
  });

describe('D155: the time limit covers name, connection, TLS, headers and body', () => {
  const never = (what: string, does: Parameters<typeof startRawReceiver>[0]) => ({ what, does });
  test.each([
    never('a TLS handshake that never begins', { onTcp: () => undefined }),
    never('a TLS handshake that is drip-fed', {
      onTcp: (socket) => {
        // Sends a record of 64 bytes, one byte at a time.
        const timer = setInterval(() => socket.write(Buffer.of(0x16)), 20);
        socket.write(Buffer.of(0x16, 0x03, 0x03, 0x40, 0x00));
        socket.on('close', () => clearInterval(timer));
      },
    }),
    never('no answer', { onRequest: () => undefined }),
    never('headers that are drip-fed', {
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ');
        writeForEver(socket, 'a', 20);
      },
    }),
    never('interim answers without end', {
      onRequest: (socket) => writeForEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 20),
    }),
  ])('$what', async ({ does }) => {
    const receiver = await receiverThat(does);
    const outcome = await postTo(hasty, receiver.url());
    expect(outcome).toEqual({
      code: null,
      ms: expect.any(Number),
      excerpt: null,
      error: 'timeout',
    });
    expect(outcome.ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    expect(outcome.ms).toBeLessThan(TIMEOUT_MS * 15);
    await receiver.waitFor(() => receiver.seen.connections === 1 && receiver.openSockets() === 0);
  });

  test('a resolver that never answers', async () => {
    const resolver = { resolve: () => new Promise<string[]>(() => undefined) };
    const outcome = await postTo(
      client({ timeoutMs: TIMEOUT_MS, resolver }),
      'https://a.receiver.test/',
    );
    expect(outcome).toMatchObject({ code: null, error: 'timeout' });
  });

  test.each([
    [200, null],
    [500, 'http_status'],
  ])(
    'an answer of %i whose body arrives slowly is judged by its status, and the part that has arrived is kept',
    async (status, error) => {
      const receiver = await receiverThat({
        onRequest: (socket) => {
          socket.write(`HTTP/1.1 ${status} Is\r\ntransfer-encoding: chunked\r\n\r\n`);
          writeForEver(socket, '1\r\na\r\n', 20);
        },
      });
      const outcome = await postTo(client({ timeoutMs: 2_500 }), receiver.url());
      expect(outcome).toMatchObject({ code: status, error });
      expect(outcome.excerpt).toMatch(/^a{2,}$/);
      expect(outcome.ms).toBeGreaterThanOrEqual(2_495);
      await receiver.waitFor(() => receiver.openSockets() === 0);
    },
  );
});

describe('a connection that breaks', () => {
  type Break = Parameters<typeof startRawReceiver>[0];
  const fin = (socket: TLSSocket) => socket.end();
  test.each<[string, Break]>([
    ['reset when accepted', { onTcp: (socket) => socket.resetAndDestroy() }],
    ['ended when accepted', { onTcp: (socket) => socket.end() }],
    ['reset after TLS', { onTls: (_, below) => below.resetAndDestroy() }],
    ['ended after TLS', { onTls: fin }],
    ['reset after the request', { onRequest: (_, __, below) => below.resetAndDestroy() }],
    ['ended after the request', { onRequest: fin }],
    ['ended in the status line', { onRequest: (socket) => socket.end('HTTP/1.') }],
    ['ended in the headers', { onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\nx: a') }],
    [
      'ended after an interim answer',
      { onRequest: (socket) => socket.end('HTTP/1.1 103 Hints\r\n\r\n') },
    ],
  ])('reset during %s', async (_, does) => {
    const receiver = await receiverThat(does);
    const outcome = await postTo(patient, receiver.url());
    expect(outcome).toEqual({ code: null, ms: expect.any(Number), excerpt: null, error: 'reset' });
    expect(receiver.seen.connections).toBe(1);
  });

  test.each([
    [200, null],
    [503, 'http_status'],
  ])('reset in the body after a %i: the attempt is judged by its status', async (status, error) => {
    const receiver = await answering(`HTTP/1.1 ${status} Is\r\ncontent-length: 9\r\n\r\nhalf`);
    const outcome = await postTo(patient, receiver.url());
    expect(outcome).toMatchObject({ code: status, excerpt: 'half', error });
  });

  test('connect_refused if nobody listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const port = typeof address === 'object' ? address?.port : 0;
    free.close();
    await once(free, 'close');
    for (const host of ['127.0.0.1', 'a.receiver.test']) {
      const outcome = await postTo(patient, `https://${host}:${port}/`);
      expect(outcome).toMatchObject({ code: null, excerpt: null, error: 'connect_refused' });
    }
  });
});

describe('TLS is verified: tls_error', () => {
  const refused = { code: null, excerpt: null, error: 'tls_error' };

  test.each(['expired', 'self-signed'] as const)('%s', async (certificate) => {
    const receiver = await receiverThat({ certificate });
    expect(await postTo(patient, receiver.url())).toMatchObject(refused);
    expect(receiver.seen).toEqual({ connections: 1, requests: 0 });
  });

  test('refuses a certificate of an unknown authority', async () => {
    const receiver = await receiverThat({});
    expect(await postTo(client({ timeoutMs: 10_000, ca: '' }), receiver.url())).toMatchObject(
      refused,
    );
  });

  // A resumed session would not check the name again.
  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'refuses a certificate for another name, again and again, with %s',
    async (version) => {
      const receiver = await receiverThat({ tls: { minVersion: version, maxVersion: version } });
      for (const _ of [1, 2, 3]) {
        const outcome = await postTo(patient, `https://elsewhere.test:${receiver.port}/`);
        expect(outcome).toMatchObject(refused);
      }
      expect(receiver.seen).toEqual({ connections: 3, requests: 0 });
    },
  );

  test('refuses such a certificate whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const receiver = await receiverThat({ certificate: 'self-signed' });
    const outcome = await postTo(patient, receiver.url());
    vi.unstubAllEnvs();
    expect(outcome).toMatchObject(refused);
  });

  test('refuses TLS 1.1', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    const receiver = await receiverThat({ tls });
    expect(await postTo(patient, receiver.url())).toMatchObject(refused);
  });

  test('refuses a server without TLS', async () => {
    const receiver = await receiverThat({
      onTcp: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
    });
    expect(await postTo(patient, receiver.url())).toMatchObject(refused);
  });
});
