import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { newClient, postTo, useClosing } from '../harness/egress.ts';
import { startRawReceiver, writeForEver } from '../harness/raw-receiver.ts';

const closed = useClosing();
const receiverThat = async (does: Parameters<typeof startRawReceiver>[0]) =>
  closed(await startRawReceiver(does));
// The tests share few clients, because each reads all certificate authorities. Receivers differ by port.
const client = newClient({ timeoutMs: 10_000 });
afterAll(() => client.close());

const answering = (...chunks: (string | Buffer)[]) =>
  receiverThat({
    onRequest: (socket) => socket.end(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))),
  });

const head = (length: number | string) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;

describe('D155: the first 1,000 characters of a body are kept, and the rest is not read', () => {
  test('of an endless body', async () => {
    const receiver = await receiverThat({
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
        writeForEver(socket, 'abcdefghij', 1);
      },
    });
    const outcome = await postTo(client, receiver.url());
    expect(outcome).toMatchObject({ code: 200, excerpt: 'abcdefghij'.repeat(100), error: null });
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('of a body of 26 MB', async () => {
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
    const outcome = await postTo(client, receiver.url());
    expect(outcome).toMatchObject({ code: 200, excerpt: 'x'.repeat(1000), error: null });
    await receiver.waitFor(() => receiver.openSockets() === 0);
    expect(taken).toBeLessThan(13 * 1024 * 1024);
  });

  test('of a gzip bomb, which stays packed', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
    const receiver = await answering(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      bomb,
    );
    const outcome = await postTo(client, receiver.url());
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
  ])('are counted in code points: %s', async (_, body, excerpt) => {
    const receiver = await answering('HTTP/1.1 200 OK\r\n\r\n', ...body);
    expect(await postTo(client, receiver.url())).toMatchObject({
      code: 200,
      excerpt,
      error: null,
    });
  });

  test('may end with a character that comes in two pieces', async () => {
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
    const outcome = await postTo(client, receiver.url());
    expect(outcome.excerpt).toBe('a'.repeat(999) + emoji);
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
    expect(await postTo(client, receiver.url())).toMatchObject({
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
  ])('that is %s is invalid_response', async (_, bytes) => {
    const receiver = await answering(bytes);
    const outcome = await postTo(client, receiver.url());
    expect(outcome).toMatchObject({ code: null, excerpt: null, error: 'invalid_response' });
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });

  test('whose chunks break after a 200 is judged by its status', async () => {
    const receiver = await answering('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n');
    expect(await postTo(client, receiver.url())).toMatchObject({ code: 200, error: null });
  });
});
