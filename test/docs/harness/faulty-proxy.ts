import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import type { TestApi } from '../../harness/api.ts';

/**
 * What happens at a request. `break`: the connection breaks before the request is passed on. `lose`: the answer is lost.
 * `cut`: the answer is cut off. `busy`: 503 with `Retry-After`. `silent`: 503 without it, as from a proxy.
 */
export type Behaviour = 'good' | 'break' | 'lose' | 'cut' | 'busy' | 'silent';

/** A proxy to the API. Something may happen at each request. It uses the API's clock. */
export class FaultyProxy {
  readonly #api: TestApi;
  readonly #before: () => Promise<Behaviour>;
  readonly requests: string[] = [];
  /** How long each request came after the one before. */
  readonly waitedMs: number[] = [];
  #last = performance.now();
  url = '';

  private constructor(api: TestApi, before: () => Promise<Behaviour>) {
    this.#api = api;
    this.#before = before;
  }

  static async open(api: TestApi, before: () => Promise<Behaviour>): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(api, before);
    const server = createServer((req, res) => {
      proxy.#pass(req, res).catch(() => res.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}`;
    return proxy;
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '' } = req;
    this.waitedMs.push(performance.now() - this.#last);
    this.#last = performance.now();
    this.requests.push(`${method} ${url.slice(BASE_PATH.length)}`);
    const behaviour = await this.#before();
    if (behaviour === 'break') {
      res.destroy();
      return;
    }
    if (behaviour === 'busy' || behaviour === 'silent') {
      res.writeHead(503, behaviour === 'busy' ? { 'retry-after': '1' } : {}).end('{}');
      return;
    }
    const { host: _, connection: __, ...headers } = req.headers as Record<string, string>;
    const body = method === 'GET' ? null : await buffer(req);
    const answer = await fetch(new URL(url, this.#api.url), { method, headers, body });
    const text = await answer.text();
    if (behaviour === 'lose') {
      res.destroy();
      return;
    }
    const {
      'content-encoding': ___,
      'content-length': ____,
      ...kept
    } = Object.fromEntries(answer.headers);
    const date = this.#api.clock.now().toUTCString();
    res.writeHead(answer.status, { ...kept, date });
    if (behaviour === 'cut') {
      res.write(text.slice(0, text.length / 2), () => res.destroy());
      return;
    }
    res.end(text);
  }
}
