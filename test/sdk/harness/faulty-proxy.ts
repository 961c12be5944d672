import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import type { TestApi } from '../../harness/api.ts';

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

export type Seen = {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  at: number;
};

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

/** A real HTTP server between the SDK and the API. It makes the faults. */
export class FaultyProxy {
  readonly #api: TestApi;
  readonly #faultOf: (seen: Seen) => Fault;
  readonly seen: Seen[] = [];
  url = '';

  private constructor(api: TestApi, faultOf: (seen: Seen) => Fault) {
    this.#api = api;
    this.#faultOf = faultOf;
  }

  static async open(api: TestApi, faultOf: (seen: Seen) => Fault): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(api, faultOf);
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
    const fault = this.#faultOf(seen);
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
    res.writeHead(answer.status, { ...headers, 'content-length': answer.text.length });
    if (fault === 'half') res.write(answer.text.subarray(0, 9), () => res.destroy());
    else res.end(answer.text);
  }

  async #ask(req: IncomingMessage, body: Buffer) {
    // The clock moves on, so that no test reaches the rate limit by accident.
    this.#api.clock.travel(1000);
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
