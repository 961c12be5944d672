import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy between a command line and the processes of the service. It connects to the first that answers. */
export class CuttingProxy {
  readonly url: string;
  readonly #open = new Set<Socket>();
  connections = 0;

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** With `idleMs`, the proxy cuts a connection over which nothing was sent for this time. */
  static async start(ports: readonly number[], { idleMs = 0 } = {}): Promise<CuttingProxy> {
    const server = createServer((client) => {
      proxy.connections += 1;
      proxy.#open.add(client);
      client.once('close', () => proxy.#open.delete(client));
      client.on('error', () => undefined);
      if (idleMs > 0) client.setTimeout(idleMs, () => client.destroy());
      void join(client, ports);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      proxy.cutAll();
      server.close();
    });
    const proxy = new CuttingProxy((server.address() as AddressInfo).port);
    return proxy;
  }

  cutAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

async function join(client: Socket, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = connect(port, '127.0.0.1');
    server.on('error', () => undefined);
    const isThere = await new Promise<boolean>((resolve) => {
      server.once('connect', () => resolve(true));
      server.once('close', () => resolve(false));
    });
    if (!isThere) continue;
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    client.pipe(server).pipe(client);
    return;
  }
  client.destroy();
}
