import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Faults = ('broken' | 'busy' | 'cut')[];

/**
 * Calls `work` with the address of a proxy to the API. There the first connection breaks, the second request is answered
 * with 503, and the third answer breaks off in the middle.
 */
export async function throughFaultyProxy(api: string, work: (api: string) => void | Promise<void>) {
  const { origin, pathname } = new URL(api);
  const faults: Faults = ['broken', 'busy', 'cut'];
  const server = createServer((request, response) => {
    pass(origin, faults, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function pass(
  origin: string,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = faults.shift();
  if (fault === 'broken') {
    response.destroy();
    return;
  }
  if (fault === 'busy') {
    response.writeHead(503, { 'Retry-After': '1' }).end();
    return;
  }
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const { method = 'GET', url = '/' } = request;
  const body = method === 'GET' ? null : await buffer(request);
  const answer = await fetch(new URL(url, origin), { method, headers, body });
  const text = await answer.text();
  response.writeHead(answer.status, headersOf(answer));
  if (fault === 'cut') response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
}

function headersOf({ headers }: Response): Record<string, string> {
  const { 'content-encoding': _, 'content-length': __, ...kept } = Object.fromEntries(headers);
  return kept;
}
