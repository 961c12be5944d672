import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WebhookClient } from '../../src/egress/webhook-client.ts';
import { newClient, postTo } from '../harness/egress.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';

const TIMEOUT_MS = 300;

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});
function closed<T extends { close(): Promise<void> }>(each: T): T {
  closing.push(each);
  return each;
}
const receiverThat = async (does: Parameters<typeof startRawReceiver>[0]) =>
  closed(await startRawReceiver(does));
const client = (options: Parameters<typeof newClient>[0] = {}): WebhookClient =>
  closed(newClient({ timeoutMs: TIMEOUT_MS, ...options }));

const answering = (...chunks: (string | Buffer)[]) =>
  receiverThat({
    onRequest: (socket) => socket.end(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))),
  });

/** Writes the same again and again until the other side has had enough. */
function writeForEver(socket: TLSSocket, chunk: string, everyMs: number): void {
  const timer = setInterval(() => socket.writable && socket.write(chunk), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const head = (length: number | string) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;

describe('D155: the time limit spans name, connection, TLS, headers and body', () => {
  const never = (what: string, does: Parameters<typeof startRawReceiver>[0]) => ({ what, does });
  test.each([
    never('a TLS handshake that never begins', { onTcp: () => undefined }),
    never('a TLS handshake that is drip-fed', {
      onTcp: (socket) => {
        // The beginning of a record of 64 bytes, one byte at a time.
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
    const outcome = await postTo(client(), receiver.url());
    expect(outcome).toEqual({
      code: null,
      ms: expect.any(Number),
      excerpt: null,
      error: 'timeout',
    });
    expect(outcome.ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    expect(outcome.ms).toBeLessThan(TIMEOUT_MS * 5);
    await receiver.waitFor(() => receiver.seen.connections === 1 && receiver.openSockets() === 0);
  });

  test('a resolver that never answers', async () => {
    const resolver = { resolve: () => new Promise<string[]>(() => undefined) };
    const outcome = await postTo(client({ resolver }), 'https://a.receiver.test/');
    expect(outcome).toMatchObject({ code: null, error: 'timeout' });
  });

  test.each([
    [200, null],
    [500, 'http_status'],
  ])(
    'a body that is drip-fed after a %i: the status decides, what arrived is kept',
    async (status, error) => {
      const receiver = await receiverThat({
        onRequest: (socket) => {
          socket.write(`HTTP/1.1 ${status} Is\r\ntransfer-encoding: chunked\r\n\r\n`);
          writeForEver(socket, '1\r\na\r\n', 20);
        },
      });
      const outcome = await postTo(client(), receiver.url());
      expect(outcome).toMatchObject({ code: status, error });
      expect(outcome.excerpt).toMatch(/^a{2,15}$/);
      expect(outcome.ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
      await receiver.waitFor(() => receiver.openSockets() === 0);
    },
  );
});

describe('D155: of a body the first 1,000 characters are kept, and then it is left', () => {
  test('an endless body', async () => {
    const receiver = await receiverThat({
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
        writeForEver(socket, 'abcdefghij', 1);
      },
    });
    const outcome = await postTo(client({ timeoutMs: 10_000 }), receiver.url());
    expect(outcome).toMatchObject({ code: 200, excerpt: 'abcdefghij'.repeat(100), error: null });
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('a body of 26 MB is not read', async () => {
    let taken = 0;
    const receiver = await receiverThat({
      onRequest: async (socket) => {
        const piece = Buffer.alloc(65_536, 'x');
        socket.write(head(26 * 1024 * 1024));
        for (let index = 0; index < 416 && !socket.destroyed; index++) {
          if (!socket.write(piece)) {
            await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
          }
          taken += piece.length;
          await turn();
        }
      },
    });
    const outcome = await postTo(client({ timeoutMs: 10_000 }), receiver.url());
    expect(outcome).toMatchObject({ code: 200, excerpt: 'x'.repeat(1000), error: null });
    await receiver.waitFor(() => receiver.openSockets() === 0);
    expect(taken).toBeLessThan(13 * 1024 * 1024);
  });

  test('a gzip bomb stays folded', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
    const receiver = await answering(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      bomb,
    );
    const outcome = await postTo(client(), receiver.url());
    expect(outcome).toMatchObject({ code: 200, error: null });
    expect(outcome.excerpt?.charCodeAt(0)).toBe(0x1f);
    expect([...(outcome.excerpt ?? '')].length).toBeLessThanOrEqual(1000);
  });

  const emoji = '😀';
  test.each<[string, (string | Buffer)[], string]>([
    ['NUL is left out', ['a\0b\0'], 'ab'],
    ['NUL alone', ['\0\0\0'], ''],
    ['broken UTF-8 is replaced', [Buffer.of(0x61, 0xff, 0x62, 0xc3)], 'a\ufffdb\ufffd'],
    ['half a surrogate pair is replaced', [Buffer.of(0xed, 0xa0, 0x80)], '\ufffd\ufffd\ufffd'],
    ['exactly 1,000', ['ä'.repeat(1000)], 'ä'.repeat(1000)],
    ['an emoji as the 1,000th', ['a'.repeat(999), emoji, 'b'], 'a'.repeat(999) + emoji],
    ['an emoji as the 1,001st', ['a'.repeat(1000), emoji], 'a'.repeat(1000)],
    ['emojis alone', [emoji.repeat(1001)], emoji.repeat(1000)],
    ['999', ['a'.repeat(999)], 'a'.repeat(999)],
  ])('counted in code points: %s', async (_, body, excerpt) => {
    const receiver = await answering('HTTP/1.1 200 OK\r\n\r\n', ...body);
    expect(await postTo(client(), receiver.url())).toMatchObject({
      code: 200,
      excerpt,
      error: null,
    });
  });

  test('a character that comes in two pieces', async () => {
    const bytes = Buffer.from(`${'a'.repeat(999)}${emoji}`);
    const receiver = await receiverThat({
      onRequest: async (socket) => {
        socket.write(head(bytes.length));
        for (const piece of [bytes.subarray(0, 1001), bytes.subarray(1001)]) {
          await new Promise((resolve) => socket.write(piece, resolve));
          await turn();
        }
      },
    });
    const outcome = await postTo(client(), receiver.url());
    expect(outcome.excerpt).toBe('a'.repeat(999) + emoji);
  });
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
  ])('%s: reset', async (_, does) => {
    const receiver = await receiverThat(does);
    const outcome = await postTo(client({ timeoutMs: 3000 }), receiver.url());
    expect(outcome).toEqual({ code: null, ms: expect.any(Number), excerpt: null, error: 'reset' });
    expect(receiver.seen.connections).toBe(1);
  });

  test.each([
    [200, null],
    [503, 'http_status'],
  ])('in the body after a %i: the status decides', async (status, error) => {
    const receiver = await answering(`HTTP/1.1 ${status} Is\r\ncontent-length: 9\r\n\r\nhalf`);
    const outcome = await postTo(client(), receiver.url());
    expect(outcome).toMatchObject({ code: status, excerpt: 'half', error });
  });

  test('nobody listens: connect_refused', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const port = typeof address === 'object' ? address?.port : 0;
    free.close();
    await once(free, 'close');
    for (const host of ['127.0.0.1', 'a.receiver.test']) {
      const outcome = await postTo(client(), `https://${host}:${port}/`);
      expect(outcome).toMatchObject({ code: null, excerpt: null, error: 'connect_refused' });
    }
  });
});

describe('an answer', () => {
  test.each([
    [
      'after early hints',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok',
    ],
    ['after 102', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok'],
    ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok'],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n',
    ],
  ])('%s counts', async (_, text) => {
    const receiver = await answering(text);
    expect(await postTo(client(), receiver.url())).toMatchObject({
      code: 200,
      excerpt: 'ok',
      error: null,
    });
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a banner of SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a bad status', 'HTTP/1.1 2x0 OK\r\n\r\n'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'],
    ['a bad length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['headers of 100 KB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n',
    ],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 167 + 13) & 255)),
    ],
  ])('that is %s: invalid_response', async (_, bytes) => {
    const receiver = await answering(bytes);
    const outcome = await postTo(client({ timeoutMs: 3000 }), receiver.url());
    expect(outcome).toMatchObject({ code: null, excerpt: null, error: 'invalid_response' });
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('whose chunks are broken after a 200: the status decides', async () => {
    const receiver = await answering('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n');
    expect(await postTo(client(), receiver.url())).toMatchObject({ code: 200, error: null });
  });
});

describe('TLS is verified: tls_error', () => {
  const refused = { code: null, excerpt: null, error: 'tls_error' };

  test.each(['expired', 'self-signed'] as const)('%s', async (certificate) => {
    const receiver = await receiverThat({ certificate });
    expect(await postTo(client(), receiver.url())).toMatchObject(refused);
    expect(receiver.seen).toEqual({ connections: 1, requests: 0 });
  });

  test('an authority that nobody has named', async () => {
    const receiver = await receiverThat({});
    expect(await postTo(client({ ca: '' }), receiver.url())).toMatchObject(refused);
  });

  // A session of TLS 1.2 is there before the name is looked at, and its resumption asks for none.
  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'another name, again and again, with %s',
    async (version) => {
      const receiver = await receiverThat({ tls: { minVersion: version, maxVersion: version } });
      const sending = client();
      for (const _ of [1, 2, 3]) {
        const outcome = await postTo(sending, `https://elsewhere.test:${receiver.port}/`);
        expect(outcome).toMatchObject(refused);
      }
      expect(receiver.seen).toEqual({ connections: 3, requests: 0 });
    },
  );

  test('whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const receiver = await receiverThat({ certificate: 'self-signed' });
    const outcome = await postTo(client(), receiver.url());
    vi.unstubAllEnvs();
    expect(outcome).toMatchObject(refused);
  });

  test('TLS 1.1', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    const receiver = await receiverThat({ tls });
    expect(await postTo(client(), receiver.url())).toMatchObject(refused);
  });

  test('no TLS at all', async () => {
    const receiver = await receiverThat({
      onTcp: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
    });
    expect(await postTo(client(), receiver.url())).toMatchObject(refused);
  });
});
