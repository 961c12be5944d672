import pg from 'pg';
import { isSilence } from '../database-error.ts';
import type { Done } from './statement-group.ts';

type Question = string | pg.QueryConfig;

/**
 * The connection of our pools if DATABASE_DRIVER is `plain`. It uses only public functions of pg,
 * and sends a statement when the one before has ended.
 */
export class PlainClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  // The cast keeps all signatures that pg declares for `query`.
  override query = ((question: Question, values?: unknown[] | Done, done?: Done) => {
    const given = Array.isArray(values) ? values : undefined;
    const answer = this.#last.then(() => super.query(question, given));
    this.#last = answer.catch((error) => this.#closeIfSilent(error));
    const callback = typeof values === 'function' ? values : done;
    if (!callback) return answer.catch(throwFromHere);
    answer.then((result) => callback(null, result), callback);
    return undefined;
  }) as pg.Client['query'];

  /**
   * Closes the connection if PostgreSQL does not answer. Otherwise each waiting statement would wait for an
   * answer in turn, each for as long.
   */
  #closeIfSilent(error: unknown): void {
    if (isSilence(error)) void this.end();
  }
}

/** Throws an error of pg with a stack that leads to the caller. Its own stack begins at the socket. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
