import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Admissions } from '../../src/auth/admission.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { metricsText } from '../../src/web/metrics-source.ts';
import { useOwnServer } from '../harness/own-server.ts';
import { runs } from '../harness/rounds.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

/** How long the server of these tests waits for the headers of a request, and then tells of it. */
const IMPATIENT_MS = 200;
const CHECK_EVERY_MS = 50;

const base = useApi();
const own = useOwnServer(base, CHECK_EVERY_MS);
const sockets = new Set<Socket>();

beforeAll(() => limitRequests(IMPATIENT_MS));

function limitRequests(ms: number): void {
  Object.assign(own().server, { requestTimeout: ms, headersTimeout: ms });
}

afterEach(() => {
  limitRequests(IMPATIENT_MS);
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const DOCUMENT = get(`${BASE_PATH}/openapi.v1.json`);

async function open(): Promise<Socket> {
  const accepted = once(own().server, 'connection');
  const socket = connect({ port: own().port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.add(socket.on('error', () => undefined));
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

/** Waits for the end of the answers, or of the connection. A connection that the server resets ends too. */
async function ended(socket: Socket, event: 'end' | 'close'): Promise<void> {
  if (socket.closed || (event === 'end' && socket.readableEnded)) return;
  await new Promise<void>((resolve) => {
    socket.once(event, () => resolve()).once('close', () => resolve());
  });
}

/** Reads until the connection closes. Gives the statuses of the answers. */
async function statusesOf(socket: Socket): Promise<number[]> {
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
  });
  socket.resume();
  await ended(socket, 'end');
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));
}

/** Answers as a process does that stands still: nothing runs, and the kernel keeps what arrives. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function isServing(): Promise<boolean> {
  const headers = { connection: 'close' };
  return (await fetch(`http://127.0.0.1:${own().port}/healthz`, { headers })).ok;
}

describe('an error about one connection costs that connection alone', () => {
  test('the rest of a request that arrives after its time limit, behind answers that are not read', async () => {
    const socket = await open();
    const refused = once(own().server, 'clientError');
    socket.pause().write(`${DOCUMENT.repeat(60)}GET /healthz HTTP/1.1\r\nHo`);
    await refused;
    // What arrives within one turn of the event loop was in time.
    for (let n = 0; n < 3; n++) await turn();
    socket.write('st: a\r\n\r\n');
    const statuses = await statusesOf(socket);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    expect(await isServing()).toBe(true);
  });

  test('a request whose rest was sent while the process stood still is answered, although its time limit is over', async () => {
    const accepted = once(own().server, 'connection');
    const socket = await open();
    const [peer] = (await accepted) as [Socket];
    const request = get('/healthz').replace('Host', 'Connection: close\r\nHost');
    socket.write(request.slice(0, 20));
    await until('the first bytes to be read', () => peer.bytesRead === 20);
    // The event loop runs immediates before timers, and timers before it reads: so the server checks its limits
    // first, and then reads what the kernel has got meanwhile.
    await turn();
    socket.write(request.slice(20));
    standStill(IMPATIENT_MS + 2 * CHECK_EVERY_MS);
    expect(await statusesOf(socket)).toEqual([200]);
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
    const connections = promisify(own().server.getConnections.bind(own().server));
    await until('its end', async () => (await connections()) === 0);
  });
});

describe('one connection that sends many requests at once', () => {
  /** How many requests of the app run at the same time, at most, until the work is done. */
  async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
    let [running, most] = [0, 0];
    const admit = Admissions.prototype.admitAddress;
    const counted = vi.spyOn(Admissions.prototype, 'admitAddress');
    counted.mockImplementation(async function (this: Admissions, ip: string | null) {
      running += 1;
      most = Math.max(most, running);
      return admit.call(this, ip).finally(() => {
        running -= 1;
      });
    });
    await work();
    counted.mockRestore();
    return most;
  }

  test('has four of them under way, and is answered in order', async () => {
    const socket = await open();
    const most = await mostAtOnce(async () => {
      socket.write(
        `${DOCUMENT.repeat(30)}${get('/healthz').replace('Host', 'Connection: close\r\nHost')}`,
      );
      expect(await statusesOf(socket)).toHaveLength(31);
    });
    expect(most).toBe(4);
  });

  test('is not read while requests wait', async () => {
    limitRequests(60_000);
    const socket = await open();
    let [arrived, due, most] = [0, 0, 0];
    const count = (_req: IncomingMessage, res: ServerResponse) => {
      arrived += 1;
      due += 1;
      most = Math.max(most, due);
      res.once('close', () => {
        due -= 1;
      });
    };
    own().server.on('request', count);
    socket.resume().write(get(`${BASE_PATH}/me`).repeat(4_500));
    await until('all to be answered', () => arrived === 4_500 && due === 0);
    own().server.off('request', count);
    // Node reads 64 KiB at a time.
    expect(most).toBeLessThan(4_000);
  });
});

test('requests of one address that are admitted together are answered in pieces', async () => {
  const admissions = new Admissions(own().pool, base().clock, { note: () => undefined });
  let ticks = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; ticks++) await turn();
  })();
  const tickOf = () => admissions.admitAddress('192.0.2.1').then(() => ticks);
  const answeredIn = await Promise.all(Array.from({ length: 400 }, tickOf));
  isDone = true;
  await counting;
  const sizes = Object.values(Object.groupBy(answeredIn, (one) => one));
  expect(Math.max(...sizes.map((one) => one?.length ?? 0))).toBeLessThanOrEqual(50);
});

test('the metrics are collected once at a time, however many ask for them', () => {
  expect(metricsText()).toBe(metricsText());
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
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(4_500)}\r\n\r\n`,
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
  await ended(socket, 'close');
}

test('whatever clients send, wherever they stop, the process lives and the next client is served', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note).off('uncaughtException', note);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 8 }), async (clients) => {
      await Promise.all(clients.map(play));
      expect(faults).toEqual([]);
      expect(await isServing()).toBe(true);
    }),
    { numRuns: runs({ few: 10, all: 5_000 }) },
  );
}, 7_200_000);
