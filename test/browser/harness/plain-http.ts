import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a proxy to the API. Through it, pages have any host that their address names. */
export async function startProxy(port: number): Promise<string> {
  const proxy = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '');
    const { method, headers } = request;
    const to = { host: '127.0.0.1', port, method, headers, path: `${pathname}${search}` };
    const further = ask(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    further.on('error', () => response.destroy());
    request.pipe(further);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
