import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { receiverCertificate } from '../../harness/receiver.ts';

/** Opens a server whose certificate nobody should trust, and gives its address. */
export async function openTls(name: 'expired' | 'self-signed'): Promise<string> {
  const server = createServer(receiverCertificate(name), (_, res) => res.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
