import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { createLogger } from '../../src/shared/log.ts';
import { type Api, createApi } from '../../src/web/server.ts';
import { runs } from '../harness/rounds.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

/** How long the server of these tests waits for the headers of a request, and then tells of it. */
const IMPATIENT_MS = 200;
const CHECK_EVERY_MS = 50;

const base = useApi();
const sockets = new Set<Socket>();
let api: Api;
let port: number;
let pool: Pool;

beforeAll(async () => {
  const log = createLogger('silent');
  const { url } = base().database;
  pool = createPool(url, { max: 10, name: 'connections', log });
  const config = loadConfig({ DATABASE_URL: url, ENCRYPTION_KEY: '00'.repeat(32) });
  api = createApi({ pool, logPool: pool, config, clock: base().clock, log });
  const limits = { requestTimeout: IMPATIENT_MS, headersTimeout: IMPATIENT_MS };
  Object.assign(api.server, { connectionsCheckingInterval: CHECK_EVERY_MS, ...limits });
  api.server.listen(0, '127.0.0.1');
  await once(api.server, 'listening');
  api.markReady();
  port = (api.server.address() as AddressInfo).port;
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

afterAll(async () => {
  await api.drain();
  await pool.end();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const DOCUMENT = get(`${BASE_PATH}/openapi.v1.json`);

async function open(): Promise<Socket> {
  const accepted = once(api.server, 'connection');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.add(socket.on('error', () => undefined));
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

/** Reads until the connection closes. Gives the statuses of the answers. */
async function statusesOf(socket: Socket): Promise<number[]> {
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
  });
  socket.resume();
  if (!socket.readableEnded && !socket.closed) {
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  }
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));
}

/** Answers as a process does that stands still: nothing runs, and the kernel keeps what arrives. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function isServing(): Promise<boolean> {
  const headers = { connection: 'close' };
  return (await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).ok;
}

describe('an error about one connection costs that connection alone', () => {
  test('the rest of a request that arrives after its time limit, behind answers that are not read', async () => {
    const socket = await open();
    const refused = once(api.server, 'clientError');
    socket.pause().write(`${DOCUMENT.repeat(60)}GET /healthz HTTP/1.1\r\nHo`);
    await refused;
    // What arrives within one turn of the event loop was in time.
    for (let n = 0; n < 3; n++) await turn();
    socket.write('st: a\r\n\r\n');
    const statuses = await statusesOf(socket);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    expect(await isServing()).toBe(true);
  });

  test('requests that were sent while the process stood still are answered, although their time limit is over', async () => {
    const first = await open();
    const second = await open();
    second.write(get('/healthz').slice(0, 20));
    await sleep(0);
    // The write reaches the kernel at once, and the server reads it only after its check of the limits.
    first.write(get('/healthz').replace('Host', 'Connection: close\r\nHost'));
    second.write(get('/healthz').slice(20).replace('Host', 'Connection: close\r\nHost'));
    standStill(IMPATIENT_MS + 2 * CHECK_EVERY_MS);
    expect(await Promise.all([first, second].map(statusesOf))).toEqual([[200], [200]]);
  });

  test('a request that is still not complete after that gets 408', async () => {
    const socket = await open();
    socket.write('GET /healthz HTTP/1.1\r\nHo');
    standStill(IMPATIENT_MS + 2 * CHECK_EVERY_MS);
    expect(await statusesOf(socket)).toEqual([408]);
  });

  test('a refused client that does not close its side is disconnected after a second', async () => {
    const socket = await open();
    socket.write('no HTTP\r\n\r\n');
    expect(await statusesOf(socket)).toEqual([400]);
    expect(socket.writable).toBe(true);
    const connections = promisify(api.server.getConnections.bind(api.server));
    await until('its end', async () => (await connections()) === 0);
  });
});

/** Requests, and bytes that break a request, in the middle of which a client may stop. */
const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(get('/healthz'), get(`${BASE_PATH}/me`), DOCUMENT) },
  fc.constantFrom(
    'POST /trpc/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12',
    `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nExpect: other\r\nContent-Length: 2\r\n\r\n{}`,
    'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET /healthz HTTP/1.0\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
    'zz\r\n\r\n',
    '\0',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20) }) },
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 150, max: 350 }) }),
  fc.record({
    kind: fc.constantFrom('read' as const, 'pause' as const, 'end' as const, 'reset' as const),
  }),
  fc.record({ kind: fc.constant('stand still' as const), ms: fc.integer({ min: 1, max: 300 }) }),
);

/** What a client sends, cut anywhere, with anything between two pieces. */
const client = fc.record({
  sent: fc.array(bytes, { minLength: 1, maxLength: 12 }),
  cuts: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), next: step }), {
    maxLength: 6,
  }),
});

type Client = typeof client extends fc.Arbitrary<infer T> ? T : never;

async function play({ sent, cuts }: Client): Promise<void> {
  const text = sent.join('');
  const socket = await open();
  socket.pause();
  let done = 0;
  for (const { at, next } of cuts.toSorted((a, b) => a.at - b.at)) {
    const end = Math.floor(at * text.length);
    if (socket.writable) socket.write(text.slice(done, end), 'latin1');
    done = end;
    switch (next.kind) {
      case 'wait':
        await sleep(next.ms);
        break;
      case 'stand still':
        standStill(next.ms);
        break;
      case 'read':
        socket.resume();
        break;
      case 'pause':
        socket.pause();
        break;
      case 'end':
        socket.end();
        break;
      case 'reset':
        socket.resetAndDestroy();
        break;
      default:
        next satisfies never;
    }
  }
  if (socket.writable) socket.end(text.slice(done), 'latin1');
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
}

test('whatever clients send, wherever they stop, the process lives and the next client is served', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 8 }), async (clients) => {
      await Promise.all(clients.map(play));
      expect(faults).toEqual([]);
      expect(await isServing()).toBe(true);
    }),
    { numRuns: runs({ few: 10, all: 5_000 }) },
  );
  process.off('unhandledRejection', note).off('uncaughtException', note);
}, 7_200_000);
