import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between an API and its database. A test can cut it and restore it. */
export class DatabaseProxy {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isCut = false;
  #lost: string | undefined;
  #held: string | undefined;

  /** Opens the proxy, and returns the URL of the database through it. */
  async open(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const server = createServer((near) => {
      this.#keep(near);
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = this.#keep(connect(Number(port), hostname));
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      near.pipe(far).pipe(near);
      near.on('data', (bytes) => {
        this.#lose(bytes, { near, far });
        this.#hold(bytes, { near, far });
      });
    });
    this.#server = server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(url);
    through.port = String((server.address() as AddressInfo).port);
    return through.href;
  }

  /** Ends all connections, and each new one. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Cuts the next connection that sends this text, when PostgreSQL has answered: the answer is lost. */
  loseAnswerTo(text: string): void {
    this.#lost = text;
  }

  get hasLostAnswer(): boolean {
    return this.#lost === undefined;
  }

  /** Keeps the answer to the next connection that sends this text, and all later answers to it, until it is cut. */
  holdAnswerTo(text: string): void {
    this.#held = text;
  }

  get holdsAnswer(): boolean {
    return this.#held === undefined;
  }

  #hold(bytes: Buffer, { near, far }: { near: Socket; far: Socket }): void {
    if (this.#held === undefined || !bytes.includes(this.#held)) return;
    this.#held = undefined;
    far.unpipe(near);
    far.pause();
  }

  #lose(bytes: Buffer, { near, far }: { near: Socket; far: Socket }): void {
    if (this.#lost === undefined || !bytes.includes(this.#lost)) return;
    this.#lost = undefined;
    far.unpipe(near);
    far.once('data', () => near.destroy()).resume();
  }

  close(): void {
    this.cut();
    this.#server?.close();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }
}
