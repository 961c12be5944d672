import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Changes } from './changes.ts';

const file = (name: string) => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');

export const receiverCa = file('ca.pem');
export const receiverCaFile = fileURLToPath(new URL('tls/ca.pem', import.meta.url));

/** A certificate for a receiver. All have the same key, and only the first one is trusted. */
export function receiverCertificate(name: 'receiver' | 'expired' | 'self-signed' = 'receiver') {
  return { cert: file(`${name}.pem`), key: file('receiver.key.pem') };
}

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  /** In milliseconds of performance.now(). */
  at: number;
  socketId: number;
};

export type ReceiverHandler = (request: ReceivedRequest, response: ServerResponse) => unknown;

/** Starts a real HTTPS server on loopback, like a customer's. Without a handler it answers 200. */
export async function startReceiver(handler: ReceiverHandler = (_, response) => response.end()) {
  const sockets = new Map<Socket, number>();
  const requests: ReceivedRequest[] = [];
  const changes = new Changes();
  let accepted = 0;

  const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
    const at = performance.now();
    const rawBody = Buffer.concat(await incoming.toArray());
    const { method = '', url: path = '', headers } = incoming;
    const socketId = sockets.get(incoming.socket) ?? -1;
    const request = { method, path, headers, rawBody, at, socketId };
    requests.push(request);
    const handled = handler(request, response);
    changes.happened();
    await handled;
  };
  const server = createServer({ ...receiverCertificate(), keepAliveTimeout: 60_000 });
  server.on('request', (incoming, response) => {
    // A sender that disconnects is no error of the receiver.
    receive(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('secureConnection', (socket) => {
    sockets.set(socket, ++accepted);
    changes.happened();
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        changes.happened();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    ca: receiverCa,
    requests,
    url: (path = '/') => `https://127.0.0.1:${port}${path}`,
    openSockets: () => sockets.size,
    acceptedSockets: () => accepted,
    /** Waits for this many requests, or until the condition holds. */
    waitFor: (wanted: number | (() => boolean)) =>
      changes.until(
        typeof wanted === 'number' ? () => requests.length >= wanted : wanted,
        () => `the receiver has ${requests.length} requests, ${sockets.size} open sockets`,
      ),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
