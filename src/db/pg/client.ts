import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CopyIn } from './copy-in.ts';
import {
  allowGroups,
  type Connection,
  type Done,
  Statement,
  StatementGroup,
} from './statement-group.ts';

/** The class of pg has these members, but its type does not declare them. */
type Internals = { connection: Connection & { stream: Duplex }; _types: unknown };

/** pg takes a time limit for a single statement, but its type does not declare it. */
type Question = string | (pg.QueryConfig & { query_timeout?: number });

/** The statements that pg would send as plain text in a transaction. Plain text cannot be in a group. */
const named = new Map(['begin', 'commit'].map((text) => [text, { name: text, text, values: [] }]));

/**
 * The connection of our pools. It differs from pg's connection in three ways.
 *
 * It sends all statements of one turn of the event loop with one write to the socket. A write costs both
 * processes more than most statements do.
 *
 * In a transaction it makes PostgreSQL answer these statements with one write too.
 *
 * It makes the statement and keeps the time limit itself. The objects that pg makes for each statement are
 * garbage that V8 frees late (docs/performance.md).
 */
export class Client extends pg.Client {
  readonly #limitMs: number | undefined;
  #isCorked = false;
  /** The statements of this turn, in a transaction. */
  #turn: Statement[] = [];
  readonly #send = (): void => {
    this.#sendTurn();
    this.#isCorked = false;
    this.#stream.uncork();
  };

  constructor({ query_timeout, ...config }: pg.ClientConfig = {}) {
    super(config);
    this.#limitMs = query_timeout;
    allowGroups(this.#internals.connection);
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

  /** Ends the connection at once, as if it were lost. Statements whose answer has begun fail too. */
  breakOff(reason: Error): void {
    this.#stream.destroy(reason);
  }

  #run(config: Question, values: unknown[] | undefined, done: Done): void {
    const ofTransaction = typeof config === 'string' ? named.get(config) : undefined;
    const statement = statementOf(ofTransaction ?? config, values);
    statement.callback = done;
    const limitMs = (typeof config === 'object' && config.query_timeout) || this.#limitMs;
    this.#ask(statement, limitMs);
  }

  #ask(statement: Statement | CopyIn, limitMs: number | undefined): void {
    if (limitMs) statement.callback = this.#within(limitMs, statement.callback);
    if (statement instanceof Statement && this.#canWait(statement)) this.#turn.push(statement);
    else {
      this.#sendTurn();
      super.query(statement as unknown as pg.Submittable);
    }
  }

  /** False outside a transaction, where PostgreSQL would run a group of statements as one transaction. */
  #canWait(statement: Statement): boolean {
    if (!statement.requiresPreparation()) return false;
    const isOpen = this.#turn.length > 0 || this.getTransactionStatus() === 'T';
    return isOpen || statement.text === 'begin';
  }

  #sendTurn(): void {
    const [first, ...others] = this.#turn;
    if (!first) return;
    this.#turn = [];
    // pg sets this for the statements that it sends itself.
    for (const { _result } of [first, ...others]) _result._types ??= this.#internals._types;
    const sent = others.length > 0 ? new StatementGroup([first, ...others]) : first;
    super.query(sent as unknown as pg.Submittable);
  }

  /**
   * Limits the time of a statement. If no answer comes in time, the connection is closed, because later
   * statements wait for this answer too.
   */
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
    return this.#internals.connection.stream;
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }
}

/** pg copies a config field by field with its descriptors. That takes longer than sending the statement. */
function statementOf(config: Question, values: unknown[] | undefined): Statement {
  if (typeof config === 'string' || 'rowMode' in config || 'types' in config) {
    return new Statement(config, values);
  }
  const statement = new Statement(config.text);
  statement.name = config.name;
  statement.values = values ?? config.values;
  return statement;
}

/** Throws an error of pg with a stack that leads to the caller. Its own stack begins at the socket. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
