import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import { Changes } from './changes.ts';
import { receiverCa, receiverCertificate } from './receiver.ts';

type Misbehaviour = {
  certificate?: Parameters<typeof receiverCertificate>[0];
  tls?: SecureContextOptions;
  /** Gets the connection before TLS. Nothing is read. */
  onTcp?: (socket: Socket) => void;
  onTls?: (socket: TLSSocket, below: Socket) => void;
  /** Called for each complete request. `count` counts the requests of all connections, from 1. */
  onRequest?: (socket: TLSSocket, count: number, below: Socket) => void;
};

/** Starts a server that writes arbitrary bytes, or ends the connection at a chosen stage. */
export async function startRawReceiver(options: Misbehaviour) {
  const sockets = new Set<Socket>();
  const changes = new Changes();
  const seen = { connections: 0, requests: 0 };

  // One context for all connections. Otherwise no TLS session could be resumed.
  const secureContext = createSecureContext({
    ...receiverCertificate(options.certificate),
    ...options.tls,
  });
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        changes.happened();
      });
    // A socket that is not read does not notice the end of its connection.
    if (options.onTcp) options.onTcp(socket.resume());
    else secure(socket);
    changes.happened();
  });

  const secure = (socket: Socket) => {
    const tls = new TLSSocket(socket, { isServer: true, secureContext });
    tls.on('error', () => socket.destroy());
    tls.once('secure', () => options.onTls?.(tls, socket));
    let received = Buffer.alloc(0);
    tls.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isWhole(received)) return;
      received = Buffer.alloc(0);
      seen.requests += 1;
      options.onRequest?.(tls, seen.requests, socket);
      changes.happened();
    });
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    ca: receiverCa,
    seen,
    url: (path = '/') => `https://127.0.0.1:${port}${path}`,
    openSockets: () => sockets.size,
    waitFor: (isMet: () => boolean) =>
      changes.until(isMet, () => `${JSON.stringify(seen)}, ${sockets.size} open sockets`),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Writes the same bytes again and again until the other side ends the connection. */
export function writeForEver(socket: TLSSocket, chunk: string, everyMs: number): void {
  const timer = setInterval(() => socket.writable && socket.write(chunk), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString('latin1');
  return bytes.length >= end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}
