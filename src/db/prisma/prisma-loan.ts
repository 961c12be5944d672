import { loadOnce } from '../../shared/load/load-once.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { Queryable } from '../team-db.ts';
import type { BorrowedConnection } from './borrowed-connection.ts';

type LentClient = { client: PrismaClient; connection: BorrowedConnection };

/** The clients that nobody uses now. There are as many clients as transactions have ever run at once. */
const idle: LentClient[] = [];

/** Few commands of the command line need Prisma, and loading takes a tenth of a second. */
const loadClasses = loadOnce(() =>
  Promise.all([import('../generated/client.ts'), import('./borrowed-connection.ts')]),
);

async function makeClient(): Promise<LentClient> {
  const [{ PrismaClient }, { BorrowedConnection }] = await loadClasses();
  const connection = new BorrowedConnection();
  return { client: new PrismaClient({ adapter: connection, errorFormat: 'minimal' }), connection };
}

/**
 * Lends a Prisma client for the time of one transaction, on its connection, or for the time of one
 * reading request, on any connection of the pool. Each loan has a client of its own, because a
 * shared client would batch look-ups of different callers.
 */
export class PrismaLoan {
  readonly #connection: Queryable;
  readonly #before: (() => Promise<unknown>) | undefined;
  #lent: LentClient | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  /** `before` runs before each call. */
  constructor(connection: Queryable, before?: () => Promise<unknown>) {
    this.#connection = connection;
    this.#before = before;
  }

  /** Runs the calls one after the other, because the savepoints of two calls at once would end each other. */
  run<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
    const call = this.#last.then(async () => {
      await this.#before?.();
      const { client, connection } = await this.#borrow();
      // An error of the database is thrown in the form that it has over SQL, because our code
      // checks its code.
      return work(client).catch((error: unknown) => {
        throw connection.failure ?? error;
      });
    });
    this.#last = call.catch(() => undefined);
    return call;
  }

  /**
   * Ends the loan. A call that nobody awaited fails. The client is used again only when this call
   * has ended.
   */
  end(): void {
    this.#ended = true;
    this.#lent?.connection.giveBack();
    void this.#last.then(() => {
      if (this.#lent) idle.push(this.#lent);
    });
  }

  async #borrow(): Promise<LentClient> {
    const lent = this.#lent ?? idle.pop() ?? (await makeClient());
    this.#lent = lent;
    if (this.#ended) throw new Error('The transaction of this Prisma call has ended');
    lent.connection.use(this.#connection);
    return lent;
  }
}

/** In place of a connection. It finds no rows. */
const noRows = { query: async () => ({ rows: [], fields: [], rowCount: 0 }) };

/** Loads Prisma with its compiler of queries, which comes with the first query. */
export async function loadPrisma(): Promise<void> {
  const loan = new PrismaLoan(noRows as unknown as Queryable);
  await loan.run((client) => client.oldestBeside.findFirst());
  loan.end();
}
