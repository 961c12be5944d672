import type { Duplex } from 'node:stream';
import pg from 'pg';

/** pg's type names `connection` nowhere, and its class has it. */
type Connected = { connection: { stream: Duplex } };

/**
 * Writes to the socket once in a turn of the event loop, also if several statements are sent in it.
 * Each write costs both processes more than most statements do.
 */
export class Client extends pg.Client {
  #held = false;
  readonly #send = (): void => {
    this.#held = false;
    this.#stream.uncork();
  };

  // One signature stands for the many of pg, which all go on as they are.
  override query = ((...args: Parameters<pg.Client['query']>) => {
    if (!this.#held) {
      this.#held = true;
      this.#stream.cork();
      process.nextTick(this.#send);
    }
    return super.query(...args);
  }) as pg.Client['query'];

  get #stream(): Duplex {
    return (this as unknown as Connected).connection.stream;
  }
}
