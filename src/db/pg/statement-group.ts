import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** The parts of pg's connection that its type does not declare. */
export type Connection = {
  sync(): void;
  /** While it is true, `sync` does nothing. */
  isGrouping?: boolean;
  /** Names of statements that were sent to be parsed and are not confirmed yet. */
  submittedNamedStatements: Record<string, string>;
};
export type Done = (error: Error | null, result?: pg.QueryResult) => void;
type Internals = {
  name: string | undefined;
  text: string;
  values: unknown[] | undefined;
  callback: Done;
  _result: { _types?: unknown };
  requiresPreparation(): boolean;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};
const Query = pg.Query as unknown as new (
  config: string | pg.QueryConfig,
  values?: unknown[],
) => Internals;

export class Statement extends Query {
  /** Refuses a statement whose values cannot be written. pg itself would send a part of it. */
  override submit(connection: Connection): Error | null {
    try {
      if (Array.isArray(this.values)) this.values = this.values.map(asSent);
      return super.submit(connection);
    } catch (error) {
      return error as Error;
    }
  }
}

/**
 * Changes a connection so that a group can send its statements without asking for an answer to each (`sync`).
 */
export function allowGroups(connection: Connection): void {
  const sync = connection.sync.bind(connection);
  connection.isGrouping = false;
  connection.sync = () => {
    if (!connection.isGrouping) sync();
  };
}

/**
 * Statements of one transaction, sent together. PostgreSQL answers all of them with one write.
 * Otherwise each answer costs both processes a call to the kernel. To pg the group is one
 * statement: its messages belong to the statements in their order. If a statement fails, PostgreSQL
 * runs none of those after it.
 */
export class StatementGroup extends Query {
  #left: Statement[];
  readonly #done: Statement[] = [];

  constructor(statements: Statement[]) {
    super('');
    this.#left = statements;
  }

  override submit(connection: Connection): null {
    const unsent: [Statement, Error][] = [];
    connection.isGrouping = true;
    for (const statement of this.#left) {
      const error = statement.submit(connection);
      if (error) unsent.push([statement, error]);
    }
    connection.isGrouping = false;
    for (const [statement] of unsent) this.#left.splice(this.#left.indexOf(statement), 1);
    this.#showCurrent();
    connection.sync();
    // This runs later, because the caller may send its next statement at once.
    process.nextTick(() => {
      for (const [statement, error] of unsent) statement.handleError(error, connection);
    });
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.#goOn();
  }

  override handleEmptyQuery(connection: Connection): void {
    this.#current?.handleEmptyQuery(connection);
    this.#goOn();
  }

  override handleError(error: Error, connection: Connection): void {
    // An error after the last statement is an error of the commit.
    const [failed = this.#done.pop(), ...notRun] = this.#left.splice(0);
    this.handleReadyForQuery(connection);
    failed?.handleError(error, connection);
    for (const { name } of notRun) {
      // PostgreSQL has not parsed this statement, so its next use must send its text.
      if (name) delete connection.submittedNamedStatements[name];
    }
    // If the connection was lost, this is the reason for all statements of the group.
    const isOfOne = error instanceof pg.DatabaseError && error.severity === 'ERROR';
    const message = 'A statement before it has failed';
    const behind = isOfOne ? new Error(message, { cause: error }) : error;
    // The caller waits for all statements, and must first learn of the one that has failed.
    setImmediate(() => {
      for (const statement of notRun) statement.handleError(behind, connection);
    });
  }

  override handleReadyForQuery(connection: Connection): void {
    for (const statement of this.#done.splice(0)) statement.handleReadyForQuery(connection);
  }

  get #current(): Statement | undefined {
    return this.#left[0];
  }

  #goOn(): void {
    const done = this.#left.shift();
    if (done) this.#done.push(done);
    this.#showCurrent();
  }

  /**
   * Notes for pg which statement is being answered: pg notes by name and text which statements PostgreSQL has
   * parsed.
   */
  #showCurrent(): void {
    const { name, text = '' } = this.#current ?? {};
    this.name = name;
    this.text = text;
  }
}

const asSent = (value: unknown): unknown => utils.prepareValue(value);
