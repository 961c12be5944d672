import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBody } from '../../src/rest/read-input.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { uncounted } from '../../src/shared/load/unused-bodies.ts';
import { computedMs } from '../harness/computed-ms.ts';

// A real server answers with what readBody returned or threw.
let server: Server;
let port: number;
let outcome = Promise.withResolvers<unknown>();

beforeAll(async () => {
  server = createServer((req, res) => {
    readBody(req, uncounted()).then(
      (value) => {
        outcome.resolve(value);
        res.end(JSON.stringify(value));
      },
      (error: unknown) => {
        outcome.resolve(error);
        const { code, details } =
          error instanceof ApiError ? error : { code: String(error), details: {} };
        res.writeHead(details.status ?? 422).end(JSON.stringify({ code, ...details }));
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Answer = { status: number; body: Record<string, unknown> };

async function send(headers: Record<string, string>, chunks: (string | Buffer)[]): Promise<Answer> {
  const req = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers });
  const answered = once(req, 'response');
  for (const chunk of chunks) req.write(chunk);
  req.end();
  const [res] = await answered;
  let text = '';
  for await (const chunk of res) text += chunk;
  return { status: res.statusCode, body: JSON.parse(text) };
}

const json = { 'content-type': 'application/json' };

function sized(headers: Record<string, string>, body: string | Buffer): Promise<Answer> {
  return send({ ...headers, 'content-length': String(Buffer.byteLength(body)) }, [body]);
}

describe('D9: wrong Content-Type with a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; CHARSET=Utf-8',
  ])('D9: only application/json (utf-8) is read: %s', async (type) => {
    expect(await sized({ 'content-type': type }, '{"a":"ä"}')).toEqual({
      status: 200,
      body: { a: 'ä' },
    });
  });

  test.each([
    'text/plain',
    'application/jsonp',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset="utf-16"',
    'application/json, text/plain',
    'json',
  ])('D9: any other type is refused with 415 and bad_request: %s', async (type) => {
    const answers = [
      await sized({ 'content-type': type }, '{}'),
      await send({ 'content-type': type }, ['{', '}']),
    ];
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([415, 'bad_request']);
  });

  test.each([
    `application/json;a=b${' '.repeat(14_000)}x`,
    `application/json${' '.repeat(14_000)}x`,
    `application/json;${'a=b;'.repeat(3_500)}`,
  ])('D9: a Content-Type of thousands of characters is refused with 415, quickly', async (type) => {
    const before = computedMs();
    expect((await sized({ 'content-type': type }, '{}')).status).toBe(415);
    expect(computedMs() - before).toBeLessThan(300);
  });

  test('D9: a body without a Content-Type is refused with 415', async () => {
    expect((await sized({}, '{}')).status).toBe(415);
  });

  test('D10: a request without a body and a Content-Type is read as `{}`', async () => {
    expect(await sized({}, '')).toEqual({ status: 200, body: {} });
    expect(await send({ 'transfer-encoding': 'chunked' }, [])).toEqual({ status: 200, body: {} });
    expect(await sized({ 'content-type': 'text/plain' }, '')).toEqual({ status: 200, body: {} });
  });
});

describe('D11: body too large', () => {
  const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

  test('D11: a body of 256 KiB is read, and one byte more is refused with 413 and bad_request, by Content-Length and chunked', async () => {
    for (const post of [
      sized,
      (headers: Record<string, string>, text: string) => send(headers, [text]),
    ]) {
      expect((await post(json, body(262_144))).status).toBe(200);
      const { status, body: problem } = await post(json, body(262_145));
      expect([status, problem.code]).toEqual([413, 'bad_request']);
    }
  });

  test('D11: the server answers 413 while the client is still sending', async () => {
    const req = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers: json });
    const answered = once(req, 'response');
    req.write(Buffer.alloc(300_000, 0x20));
    const [res] = await answered;
    expect(res.statusCode).toBe(413);
    res.resume();
    req.end();
    await once(res, 'end');
  });

  test('D11: a client that sends 8 MiB at once still gets its answer', async () => {
    const answer = await send(
      json,
      Array.from({ length: 8 }, () => Buffer.alloc(1 << 20, 0x20)),
    );
    expect(answer.status).toBe(413);
  });

  test('D1: a body that is both too large and of the wrong type is refused with 413', async () => {
    expect((await sized({ 'content-type': 'text/plain' }, body(300_000))).status).toBe(413);
  });
});

describe('D19: compressed requests', () => {
  test.each(['gzip', 'br', 'identity, gzip', 'x'])(
    'D19: Content-Encoding %s is refused with 415',
    async (encoding) => {
      const { status, body } = await sized({ ...json, 'content-encoding': encoding }, '{}');
      expect([status, body.code]).toEqual([415, 'bad_request']);
    },
  );

  test('D19: a body with Content-Encoding `identity` is read', async () => {
    expect((await sized({ ...json, 'content-encoding': 'Identity' }, '{}')).status).toBe(200);
  });
});

describe('D12: malformed JSON', () => {
  test.each(['{', '[]', '"text"', 'null', '{"a":1}x', '\ufffe'])(
    'D12: malformed JSON, or a value that is not an object, is refused with 422 validation_error and errors: %s',
    async (text) => {
      const { status, body } = await sized(json, text);
      expect([status, body.code]).toEqual([422, 'validation_error']);
      expect(body.issues).toMatchObject([{ in: 'body', pointer: '' }]);
    },
  );

  test('D17: a body that is not UTF-8 is refused with 422', async () => {
    const { status, body } = await sized(json, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(status).toBe(422);
    expect(body.issues).toMatchObject([{ in: 'body', pointer: '', code: 'invalid_encoding' }]);
  });

  test('a body that arrives byte by byte is read whole', async () => {
    const bytes = Buffer.from('{"name":"Zoë 😀"}');
    const chunks = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await send(json, chunks)).toEqual({ status: 200, body: { name: 'Zoë 😀' } });
  });
});

describe('a client that hangs up leaves nothing waiting', () => {
  test.each([
    ['Content-Length: 10', '{"a'],
    ['Transfer-Encoding: chunked', '3\r\n{"a\r\n'],
  ])('in the middle of a body with %s', async (header, part) => {
    outcome = Promise.withResolvers();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const arrived = once(server, 'request');
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${part}`,
    );
    await arrived;
    socket.destroy();
    expect(await outcome.promise).toMatchObject({ code: 'bad_request', details: { status: 400 } });
  });

  test('before anyone began to read', async () => {
    const late = createServer();
    late.listen(0, '127.0.0.1');
    await once(late, 'listening');
    const socket = connect((late.address() as AddressInfo).port, '127.0.0.1');
    const arrived = once(late, 'request');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    const [req] = await arrived;
    const gone = new Promise((resolve) => req.once('close', resolve));
    socket.destroy();
    await gone;
    await expect(readBody(req, uncounted())).rejects.toMatchObject({ code: 'bad_request' });
    late.close();
  });
});
