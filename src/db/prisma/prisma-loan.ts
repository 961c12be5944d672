import type { PrismaClient } from '../generated/client.ts';
import type { Queryable } from '../team-db.ts';
import type { BorrowedConnection } from './borrowed-connection.ts';

type Seat = { client: PrismaClient; connection: BorrowedConnection };

/** Clients that serve nobody now. There are as many as transactions have ever used one at once. */
const free: Seat[] = [];

/** Loaded on first use: it takes a tenth of a second, and most of what a process does is SQL. */
async function makeSeat(): Promise<Seat> {
  const [{ PrismaClient }, { BorrowedConnection }] = await Promise.all([
    import('../generated/client.ts'),
    import('./borrowed-connection.ts'),
  ]);
  const connection = new BorrowedConnection();
  return { client: new PrismaClient({ adapter: connection, errorFormat: 'minimal' }), connection };
}

/**
 * A Prisma client for the time of one transaction, on the connection of that transaction, or for
 * the time of one request that only reads, on any connection of the pool. A client
 * of its own: one that is shared puts look-ups of the same moment together, whoever makes them.
 */
export class PrismaLoan {
  readonly #connection: Queryable;
  #seat: Seat | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(connection: Queryable) {
    this.#connection = connection;
  }

  /** Calls run one after the other: savepoints of two at once would end each other. */
  run<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      const { client, connection } = await this.#taken();
      // What the database refuses is the same error as over SQL, which our code knows.
      return work(client).catch((error: unknown) => {
        throw connection.failure ?? error;
      });
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Whoever was not waited for finds no connection; the next borrower gets no client in use. */
  end(): void {
    this.#ended = true;
    this.#seat?.connection.giveBack();
    void this.#last.then(() => {
      if (this.#seat) free.push(this.#seat);
    });
  }

  async #taken(): Promise<Seat> {
    const seat = this.#seat ?? free.pop() ?? (await makeSeat());
    this.#seat = seat;
    if (this.#ended) throw new Error('The transaction of this Prisma call has ended');
    seat.connection.use(this.#connection);
    return seat;
  }
}
