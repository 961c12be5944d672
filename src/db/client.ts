import { Socket } from 'node:net';
import pg from 'pg';

/**
 * The connection of our pools. It sends a statement without waiting for the answer to the one before, and sends with
 * one write all statements of one turn of the event loop: a write costs both processes more than most statements do.
 */
export class Client extends pg.Client {
  readonly #socket: Socket;
  #isCorked = false;
  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#socket.uncork();
  };

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    this.#socket = socket;
  }

  // The cast keeps all signatures that pg declares for `query`.
  override query = ((...statement: Parameters<pg.Client['query']>) => {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(this.#uncork);
    }
    const answer: unknown = super.query(...statement);
    return answer instanceof Promise ? answer.catch(throwAfterItsCause) : answer;
  }) as pg.Client['query'];

  /** Ends the connection at once, as if it were lost. Statements whose answer has begun fail too. */
  breakOff(reason: Error): void {
    this.#socket.destroy(reason);
  }
}

/** The error of PostgreSQL for each statement of a transaction behind one that has failed. */
const BEHIND_A_FAILURE = '25P02';

/**
 * Both errors may arrive together. A caller that waits for both statements must first learn of the one that has failed,
 * also if other code explains that error before.
 */
async function throwAfterItsCause(error: { code?: string }): Promise<never> {
  if (error.code === BEHIND_A_FAILURE) await new Promise(setImmediate);
  throw error;
}
