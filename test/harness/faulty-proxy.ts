import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import type { TestApi } from './api.ts';

/**
 * What happens to a request. `refuse` cuts the connection before the API gets the request. `lose` cuts it
 * before the answer of the API, `half` in the middle of the answer. `hang` passes nothing on and never
 * answers. `late` passes the request on and never answers. An object is the answer instead of the API's.
 */
export type Fault =
  | 'none'
  | 'refuse'
  | 'lose'
  | 'half'
  | 'hang'
  | 'late'
  | { status: number; headers?: Record<string, string>; text?: string };

/** The API is overloaded, and says when to come back. */
export const busy: Fault = { status: 503, headers: { 'retry-after': '1' }, text: '{}' };
/** The same without a time, as from a proxy. */
export const silent: Fault = { status: 503, text: '{}' };

export type Seen = {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  at: number;
};

type FaultOf = (seen: Seen) => Fault | Promise<Fault>;
/** `moves` a second on at each request, so that no test reaches the rate limit by accident, or is the clock of answers. */
type ClockUse = 'moves' | 'shows';

const open: Server[] = [];

/** Closes the proxies after all tests of a file, because these run at the same time. */
export function closeProxies(): void {
  afterAll(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
}

/** A real HTTP server between a client and the API. It makes the faults. */
export class FaultyProxy {
  readonly #api: TestApi;
  readonly #faultOf: FaultOf;
  readonly #clock: ClockUse;
  readonly seen: Seen[] = [];
  url = '';

  private constructor(api: TestApi, faultOf: FaultOf, clock: ClockUse) {
    this.#api = api;
    this.#faultOf = faultOf;
    this.#clock = clock;
  }

  static async open(
    api: TestApi,
    faultOf: FaultOf,
    clock: ClockUse = 'moves',
  ): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(api, faultOf, clock);
    const server = createServer((req, res) => {
      proxy.#pass(req, res).catch(() => res.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push(server);
    proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}`;
    return proxy;
  }

  /** The first requests meet the faults in turn. Later requests meet none. */
  static withFaults(api: TestApi, faults: readonly Fault[]): Promise<FaultyProxy> {
    const coming = [...faults];
    return FaultyProxy.open(api, () => coming.shift() ?? 'none');
  }

  get requests(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  /** How long each request came after the one before. */
  get waitedMs(): number[] {
    return this.seen.map(({ at }, n) => at - (this.seen[n - 1]?.at ?? at));
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '' } = req;
    const { 'idempotency-key': input } = req.headers;
    const seen: Seen = {
      method,
      path: url.slice(BASE_PATH.length),
      idempotencyKey: input === undefined ? undefined : String(input),
      at: performance.now(),
    };
    this.seen.push(seen);
    const fault = await this.#faultOf(seen);
    const body = await buffer(req);
    if (fault === 'hang') return;
    if (fault === 'refuse') {
      res.destroy();
      return;
    }
    if (typeof fault === 'object') {
      res.writeHead(fault.status, fault.headers).end(fault.text ?? '');
      return;
    }
    const answer = await this.#ask(req, body);
    if (fault === 'late') return;
    if (fault === 'lose') {
      res.destroy();
      return;
    }
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    const date = this.#clock === 'shows' ? { date: this.#api.clock.now().toUTCString() } : {};
    res.writeHead(answer.status, { ...headers, ...date, 'content-length': answer.text.length });
    if (fault === 'half')
      res.write(answer.text.subarray(0, answer.text.length / 2), () => res.destroy());
    else res.end(answer.text);
  }

  async #ask(req: IncomingMessage, body: Buffer) {
    if (this.#clock === 'moves') this.#api.clock.travel(1000);
    const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = req.headers;
    const answer = await fetch(new URL(req.url ?? '', this.#api.url), {
      method: req.method ?? '',
      headers: headers as Record<string, string>,
      body: body.length === 0 ? null : new Uint8Array(body),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text };
  }
}
