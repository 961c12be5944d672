import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** JSON that was parsed, a form as its fields, or null. */
  body: unknown;
  /** In milliseconds of performance.now(). */
  at: number;
};

/** `json` is written as JSON. `text` is JSON already, for numbers with more digits than JavaScript has. */
export type FakeAnswer = {
  status: number;
  json?: unknown;
  text?: string;
  html?: string;
  /** Bytes that are no JSON, as UTF-8. */
  bytes?: string;
  headers?: Record<string, string>;
};

export type FakeHandler = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

/**
 * What goes wrong with a request.
 *
 * - `answer`: the server sends this answer in place of the provider's
 * - `hang`: no answer ever comes
 * - `reset`: the connection breaks before the provider has done anything
 * - `lose`: the provider does what was asked, but the connection breaks before the answer
 * - `late`: the provider answers when this work, which begins with the request, has ended
 */
export type Fault =
  | { kind: 'answer'; answer: FakeAnswer }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'lose' }
  | { kind: 'late'; until: () => Promise<unknown> };

type PlannedFault = {
  fault: Fault;
  /** The requests that it concerns, by method and path, such as `POST /oauth/token`. Default: all. */
  on?: RegExp;
  /** The requests that it concerns, by their query. Default: all. */
  asks?: RegExp;
  /** How many such requests succeed before the fault. */
  after?: number;
  /** How many requests it spoils. */
  times?: number;
};

/** The provider's own clock. It may be wrong, and a test can move it. */
export class FakeClock {
  /** How far it is ahead of this machine's clock. */
  offsetMs = 0;
  /** If set, the clock stands still at this time. */
  stands: number | null = null;

  now(): number {
    return (this.stands ?? Date.now()) + this.offsetMs;
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

/** A provider over real HTTP, with faults on demand. A handler gives its answers. */
export class FakeServer {
  readonly clock = new FakeClock();
  readonly requests: FakeRequest[] = [];
  readonly #server = createServer({ keepAliveTimeout: 60_000 });
  readonly #sockets = new Set<Socket>();
  #faults: Required<PlannedFault>[] = [];
  #handler: FakeHandler;
  /** True: answers come byte by byte, and take minutes. */
  drips = false;
  /** False for benches: the log of requests would fill the memory. */
  keepsRequests = true;

  constructor(handler: FakeHandler) {
    this.#handler = handler;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('request', async (incoming, response) => {
      try {
        const request = await read(incoming);
        const fault = this.#faultOf(request);
        if (fault?.kind === 'hang') return;
        if (fault?.kind === 'reset') return incoming.socket.destroy();
        const answer = fault?.kind === 'answer' ? fault.answer : await this.#handler(request);
        if (fault?.kind === 'lose') return incoming.socket.destroy();
        if (fault?.kind === 'late') await fault.until();
        const { type, text } = contentOf(answer);
        response.writeHead(answer.status, {
          date: new Date(this.clock.now()).toUTCString(),
          ...(type ? { 'content-type': type } : {}),
          ...answer.headers,
        });
        if (this.drips) await drip(text, response);
        response.end(text);
      } catch (error) {
        console.error(error);
        response.destroy();
      }
    });
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many requests had such a method and path. */
  count(on = /./): number {
    return this.requests.filter(({ method, path }) => on.test(`${method} ${path}`)).length;
  }

  plan({ fault, on = /./, asks = /(?:)/, after = 0, times = 1 }: PlannedFault): void {
    this.#faults.push({ fault, on, asks, after, times });
  }

  clearFaults(): void {
    this.#faults = [];
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #faultOf(request: FakeRequest): Fault | undefined {
    if (this.keepsRequests) this.requests.push(request);
    const planned = this.#faults.find(
      ({ on, asks }) =>
        on.test(`${request.method} ${request.path}`) &&
        asks.test([...request.query.values()].join(' ')),
    );
    if (!planned) return undefined;
    if (planned.after > 0) {
      planned.after -= 1;
      return undefined;
    }
    planned.times -= 1;
    if (planned.times <= 0) this.#faults = this.#faults.filter((other) => other !== planned);
    return planned.fault;
  }
}

async function drip(text: string, response: ServerResponse): Promise<void> {
  for (const letter of text.repeat(1000)) {
    if (response.destroyed) return;
    response.write(letter);
    await sleep(100);
  }
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const at = performance.now();
  const text = Buffer.concat(await incoming.toArray()).toString();
  const { method = '', url = '/', headers } = incoming;
  const { pathname: path, searchParams: query } = new URL(url, 'http://fake');
  return { method, path, query, headers, body: bodyOf(text, headers['content-type']), at };
}

function bodyOf(text: string, type = ''): unknown {
  if (text === '') return null;
  if (type.startsWith('application/json')) return JSON.parse(text);
  return Object.fromEntries(new URLSearchParams(text));
}

function contentOf({ json, text, html, bytes }: FakeAnswer): { type: string | null; text: string } {
  if (bytes !== undefined) return { type: 'application/octet-stream', text: bytes };
  if (html !== undefined) return { type: 'text/html; charset=utf-8', text: html };
  const content = text ?? (json === undefined ? undefined : JSON.stringify(json));
  return content === undefined
    ? { type: null, text: '' }
    : { type: 'application/json;charset=utf-8', text: content };
}
