import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Changes } from './changes.ts';
import { receiverCa, receiverCertificate } from './receiver.ts';

type Misbehaviour = {
  certificate?: Parameters<typeof receiverCertificate>[0];
  host?: string;
  /** Takes the connection before TLS; nothing else is done with it. */
  onTcp?: (socket: Socket) => void;
  onTls?: (socket: TLSSocket) => void;
  /** A whole request has been read; `count` is 1 for the first of all connections. */
  onRequest?: (socket: TLSSocket, count: number) => void;
};

/** A server that writes the bytes a test gives it, or breaks off at the stage it names. */
export async function startRawReceiver(does: Misbehaviour) {
  const sockets = new Set<Socket>();
  const changes = new Changes();
  const seen = { connections: 0, requests: 0 };

  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        changes.happened();
      });
    if (does.onTcp) does.onTcp(socket);
    else secure(socket);
    changes.happened();
  });

  const secure = (socket: Socket) => {
    const tls = new TLSSocket(socket, { isServer: true, ...receiverCertificate(does.certificate) });
    tls.on('error', () => socket.destroy());
    tls.once('secure', () => does.onTls?.(tls));
    let received = Buffer.alloc(0);
    tls.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isWhole(received)) return;
      received = Buffer.alloc(0);
      seen.requests += 1;
      does.onRequest?.(tls, seen.requests);
      changes.happened();
    });
  };

  server.listen(0, does.host ?? '127.0.0.1');
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

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString('latin1');
  return bytes.length >= end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}
