import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '../errors/system-error-code.ts';

/** Other machines cannot reach it. */
export const LOOPBACK = '127.0.0.1';

type Options = {
  /** Opened if it is free. Without it, any free port. */
  wanted?: number;
  /** Gets the error of an answer that could not be given. */
  onError: (err: unknown) => void;
};

/** A server of this process that only this machine can reach. Its port opens when somebody first asks for it. */
export class LocalServer {
  readonly #server: Server;
  readonly #wanted: number;
  #port: Promise<number> | undefined;
  #isClosed = false;

  constructor(
    answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
    { wanted = 0, onError }: Options,
  ) {
    this.#wanted = wanted;
    this.#server = createServer((req, res) => {
      answer(req, res).catch((err: unknown) => {
        onError(err);
        res.destroy();
      });
    });
  }

  /** A port that could not be opened is tried again at the next call. */
  port(): Promise<number> {
    if (this.#isClosed) return Promise.reject(new Error('The local server has been closed'));
    this.#port ??= this.#listen(this.#wanted).catch((error: unknown) => {
      this.#port = undefined;
      throw error;
    });
    return this.#port;
  }

  /** Requests that are running then may take this much longer. */
  async close(withinMs = 0): Promise<void> {
    this.#isClosed = true;
    // A port that is just being opened would keep the process alive.
    await this.#port?.catch(() => undefined);
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    const late = setTimeout(() => this.#server.closeAllConnections(), withinMs);
    await closed;
    clearTimeout(late);
  }

  async #listen(port: number): Promise<number> {
    this.#server.listen(port, LOOPBACK);
    try {
      await once(this.#server, 'listening');
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || port === 0) throw error;
      return this.#listen(0);
    }
    return (this.#server.address() as AddressInfo).port;
  }
}
