import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const place = (name: string) => new URL(name, import.meta.url);

/** Settings with which the product sends webhooks to receivers on this machine. */
export const receiverSettings = {
  WEBHOOK_CA_FILE: fileURLToPath(place('ca.pem')),
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
};

export type OwnReceiver = { url: string; close(): void };

/** Starts a receiver of webhooks on this machine, with the certificate of this folder. */
export async function startReceiver(answer: RequestListener): Promise<OwnReceiver> {
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(place(name)));
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
