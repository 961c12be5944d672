import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The one address of a database whose servers take over from each other, as HAProxy, a pooler or a cloud has it. It sends
 * each connection to the server that it leads to.
 */
export class OneAddress {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: URL;

  private constructor(server: Server, target: URL) {
    const own = new URL(target);
    own.port = String((server.address() as AddressInfo).port);
    this.url = own.href;
    this.#server = server;
    this.#target = target;
    server.on('connection', (near) => this.#pass(near));
  }

  static async open(target: string): Promise<OneAddress> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OneAddress(server, new URL(target));
  }

  /** Leads to another server from now on, and ends the connections to the former one. */
  leadTo(url: string): void {
    this.#target = new URL(url);
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
