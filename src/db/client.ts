import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The class of pg has `connection`, but its type does not declare it. */
type Connected = { connection: { stream: Duplex } };

/**
 * Sends all statements of one turn of the event loop with one write to the socket. A write costs both
 * processes more than most statements do.
 */
export class Client extends pg.Client {
  #isCorked = false;
  readonly #send = (): void => {
    this.#isCorked = false;
    this.#stream.uncork();
  };

  // The cast keeps all signatures that pg declares for `query`.
  override query = ((...args: Parameters<pg.Client['query']>) => {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
      process.nextTick(this.#send);
    }
    return super.query(...args);
  }) as pg.Client['query'];

  get #stream(): Duplex {
    return (this as unknown as Connected).connection.stream;
  }
}
