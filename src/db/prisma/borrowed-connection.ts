import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Queryable } from '../team-db.ts';

/** How many statements one connection keeps prepared. */
const MAX_NAMES = 200;
const MAX_SEEN_ONCE = 1_000;

/**
 * Names repeated statements, because PostgreSQL keeps the plan of a statement with a name. Each
 * shape of arguments is another text, and callers may use any number of shapes. Statements above
 * the limit get no name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  /** The name of a statement. Empty if it gets no name. */
  of(text: string): string {
    const cached = this.#names.get(text);
    if (cached !== undefined || this.#names.size === MAX_NAMES) return cached ?? '';
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size === MAX_SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return '';
    }
    const name = `prisma_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** All clients of a process share these names, because a connection serves different clients in turn. */
const names = new StatementNames();

type Query = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

/** The pool of Prisma's adapter. It has no connection of its own. */
class LentPool extends pg.Pool {
  constructor(query: Query) {
    super({ max: 1 });
    // pg declares many signatures for `query`. Prisma's adapter uses this one.
    this.query = query as pg.Pool['query'];
  }
}

/**
 * Prisma's own adapter for pg, on the connection of the current borrower. The transaction is the
 * borrower's: where Prisma would begin a transaction of its own, it gets a savepoint.
 */
export class BorrowedConnection {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  #connection: Queryable | undefined;
  /** The error of the last statement, if it failed. */
  failure: unknown;

  use(connection: Queryable): void {
    this.#connection = connection;
    this.failure = undefined;
  }

  giveBack(): void {
    this.#connection = undefined;
  }

  async connect(): Promise<Adapter> {
    const pool = new LentPool((statement) => this.#query(statement));
    const adapter = await new PrismaPg(pool, {
      statementNameGenerator: ({ sql }) => names.of(sql),
    }).connect();
    adapter.startTransaction = () => betweenSavepoints(adapter);
    return adapter;
  }

  async #query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!this.#connection) throw new Error('The transaction of this Prisma call has ended');
    try {
      return await this.#connection.query(statement);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

async function betweenSavepoints(adapter: Adapter): Promise<Transaction> {
  const run = (sql: string) => adapter.executeRaw({ sql, args: [], argTypes: [] });
  await run('savepoint prisma');
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // This makes Prisma call `commit` and `rollback` below instead of sending these statements.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    async commit() {
      await run('release savepoint prisma');
    },
    async rollback() {
      await run('rollback to savepoint prisma');
      await run('release savepoint prisma');
    },
  };
}
