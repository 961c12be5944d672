import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

type Options = {
  /** The port on loopback to which every tunnel leads. Without it, a tunnel leads where it was asked for. */
  to?: number;
  /** The status for an address. 200 opens the tunnel, 0 never answers. */
  answer?: (authority: string) => number;
};

type Asked = { authority: string; headers: IncomingHttpHeaders };

/** Starts a real HTTP proxy on loopback that knows CONNECT alone, like that of an operator. */
export async function startConnectProxy({ to, answer = () => 200 }: Options = {}) {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const kept = <T extends Socket>(socket: T): T => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    kept(near);
    asked.push({ authority: url, headers });
    const status = answer(url);
    if (status === 0) return;
    if (status !== 200) {
      near.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const far = kept(connect(to ?? Number(port), to ? '127.0.0.1' : hostname));
    far.once('connect', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
