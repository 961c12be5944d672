import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CopyIn, type Done, type Statement } from './copy-in.ts';

/** The class of pg has `connection`, but its type does not declare it. */
type Connected = { connection: { stream: Duplex } };

/** pg takes a time limit for a single statement, but its type does not declare it. */
type Question = string | (pg.QueryConfig & { query_timeout?: number });

/**
 * The connection of our pools. It differs from that of pg in two ways.
 *
 * It sends all statements of one turn of the event loop with one write to the socket. A write costs
 * both processes more than most statements do.
 *
 * It makes the statement and keeps the time limit itself, because what pg makes for each statement is
 * garbage that V8 frees late (docs/performance.md).
 */
export class Client extends pg.Client {
  readonly #limitMs: number | undefined;
  #isCorked = false;
  readonly #send = (): void => {
    this.#isCorked = false;
    this.#stream.uncork();
  };

  constructor({ query_timeout, ...config }: pg.ClientConfig = {}) {
    super(config);
    this.#limitMs = query_timeout;
  }

  // The cast keeps all signatures that pg declares for `query`.
  override query = ((config: Question, values?: unknown[] | Done, done?: Done) => {
    this.#sendTogether();
    if (config instanceof CopyIn) return this.#ask(config, this.#limitMs);
    if (typeof values === 'function') return this.#run(config, undefined, values);
    if (done) return this.#run(config, values, done);
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#run(config, values, (error, result) =>
      error ? reject(error) : resolve(result as pg.QueryResult),
    );
    return promise.catch(throwFromHere);
  }) as pg.Client['query'];

  #run(config: Question, values: unknown[] | undefined, done: Done): void {
    const statement = new pg.Query(config, values) as Statement;
    statement.callback = done;
    const limitMs = (typeof config === 'object' && config.query_timeout) || this.#limitMs;
    this.#ask(statement, limitMs);
  }

  #ask(statement: Statement, limitMs: number | undefined): void {
    if (limitMs) statement.callback = this.#within(limitMs, statement.callback);
    super.query(statement);
  }

  /** Without an answer in time, the connection is closed, because later statements wait for it too. */
  #within(limitMs: number, done: Done): Done {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      done(new Error('Query read timeout'));
      this.#stream.destroy();
    }, limitMs);
    return (error, result) => {
      clearTimeout(timer);
      if (!isOver) done(error, result);
    };
  }

  #sendTogether(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#stream.cork();
    process.nextTick(this.#send);
  }

  get #stream(): Duplex {
    return (this as unknown as Connected).connection.stream;
  }
}

/** The stack of an error of pg begins at the socket. This one leads to the caller. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
