import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { TeamApi } from '../../../dist/sdk/typescript/index.js';
import type { SignedRequest } from './steps.ts';

const tls = path.resolve('scripts/receiver-tls');

/** Settings that let the server send webhooks to this machine. */
export const receiverSettings = { WEBHOOK_CA_FILE: path.join(tls, 'ca.pem') };

/** Calls `work` with a function that makes the server send a test event, and returns the request that arrived. */
export async function withSignedRequests(
  { url, key }: { url: string; key: string },
  work: (next: () => Promise<SignedRequest>) => Promise<void>,
): Promise<void> {
  const certificate = {
    cert: readFileSync(`${tls}/cert.pem`),
    key: readFileSync(`${tls}/key.pem`),
  };
  const server = createServer(certificate, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    response.end();
    server.emit('event', { body, headers: Object.fromEntries(headers) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const client = new TeamApi({ url, key });
    const address = `https://127.0.0.1:${port}/`;
    const made = await client.webhookEndpoints.create({ url: address, events: ['member.joined'] });
    await work(async () => {
      const came = once(server, 'event', { signal: AbortSignal.timeout(30_000) });
      await client.webhookEndpoints.test(made.id);
      const [request] = (await came) as [Omit<SignedRequest, 'secret'>];
      return { secret: made.secret ?? '', ...request };
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
