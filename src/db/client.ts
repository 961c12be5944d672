import { Socket } from 'node:net';
import pg from 'pg';
import { statementSpan } from '../tracing/span.ts';
import { noteRefusedWrite } from './refused-writes.ts';

type Question = string | (pg.QueryConfig & { query_timeout?: number });
type Done = (error: Error | null, result: pg.QueryResult) => void;

/**
 * The connection of our pools. It sends a statement without waiting for the answer to the one before, and sends with
 * one write all statements of one turn of the event loop: a write costs both processes more than most statements do.
 *
 * It keeps the time limit of statements itself, and gives pg a callback. The closures that pg makes otherwise are
 * garbage that V8 frees late (docs/performance.md).
 */
export class Client extends pg.Client {
  readonly #socket: Socket;
  readonly #limitMs: number | undefined;
  #isCorked = false;
  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#socket.uncork();
  };

  constructor({ query_timeout, ...config }: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    this.#socket = socket;
    this.#limitMs = query_timeout;
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => noteRefusedWrite(code));
  }

  // The cast keeps all signatures that pg declares for `query`.
  override query = ((question: Question, values?: unknown[] | Done, done?: Done) => {
    this.#sendTogether();
    const params = Array.isArray(values) ? values : undefined;
    const callback = typeof values === 'function' ? values : done;
    if (callback) return this.#run(question, params, callback);
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#run(question, params, (error, result) => (error ? reject(error) : resolve(result)));
    return promise.catch(throwFromHere);
  }) as pg.Client['query'];

  #run(question: Question, values: unknown[] | undefined, done: Done): void {
    // pg itself keeps the limit of a single statement.
    const hasOwnLimit = typeof question === 'object' && question.query_timeout !== undefined;
    const limitMs = hasOwnLimit ? undefined : this.#limitMs;
    const limited = limitMs === undefined ? done : this.#within(limitMs, done);
    super.query(question as string, values as unknown[], traced(question, limited));
  }

  /**
   * Limits the time of a statement. If no answer comes in time, the connection is closed, because later
   * statements wait for this answer too.
   */
  #within(limitMs: number, done: Done): Done {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      done(new Error('Query read timeout'), noResult);
      this.#socket.destroy();
    }, limitMs);
    return (error, result) => {
      clearTimeout(timer);
      if (!isOver) done(error, result);
    };
  }

  #sendTogether(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    process.nextTick(this.#uncork);
  }
}

/** Records the statement in the span of its request, if there is one. The values of a statement are not in its text. */
function traced(question: Question, done: Done): Done {
  const end = statementSpan(typeof question === 'string' ? question : question.text);
  if (!end) return done;
  return (error, result) => {
    end(error);
    done(error, result);
  };
}

const noResult: pg.QueryResult = { rows: [], rowCount: null, command: '', oid: 0, fields: [] };

/** The error of PostgreSQL for each statement of a transaction behind one that has failed. */
const BEHIND_A_FAILURE = '25P02';

/**
 * Throws an error of pg with a stack that leads to the caller. Its own stack begins at the socket. Errors of several
 * statements may arrive together: a caller that waits for all of them must first learn of the one that has failed, also
 * if other code explains that error before.
 */
async function throwFromHere(error: Error & { code?: string }): Promise<never> {
  if (error.code === BEHIND_A_FAILURE) await new Promise(setImmediate);
  Error.captureStackTrace(error);
  throw error;
}
