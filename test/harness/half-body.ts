import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Sent = { port: number; path: string; headers: Record<string, string> };

/** A request on a connection of its own whose body never ends, until the test says so. */
export class HalfBody {
  readonly #socket: Socket;
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
    });
    // A server that refuses a body may reset the connection.
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }

  /** Sends a head that announces one byte more than `body` has, and the body. */
  static async open({ port, path, headers }: Sent, body: string | Buffer): Promise<HalfBody> {
    const socket = connect({ port, host: '127.0.0.1' });
    const half = new HalfBody(socket);
    await once(socket, 'connect');
    const lines = Object.entries({
      Host: 'a',
      'Content-Type': 'application/json',
      ...(headers['Transfer-Encoding'] ? {} : { 'Content-Length': String(body.length + 1) }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(body);
    return half;
  }

  /** Undefined while there is no response. */
  get status(): number | undefined {
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(this.#received) ?? [];
    return status === undefined ? undefined : Number(status);
  }

  /** True after the server has closed the connection. The client may have lost the response then. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  get retryAfter(): string | undefined {
    return /^Retry-After: (.*)\r$/im.exec(this.#received)?.[1];
  }

  end(byte: string): void {
    this.#socket.write(byte);
  }

  close(): void {
    this.#socket.destroy();
  }
}
