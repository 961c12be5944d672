import type pg from 'pg';
import { type InSpan, keepSpan } from '../tracing/span.ts';
import { isOfNode } from './sharding.ts';
import type { Queryable } from './team-db.ts';

type Waiting = {
  statement: pg.QueryConfig;
  inSpan: InSpan;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
};

/** At most this many lookups are sent one after another, so that a slow connection delays only a few. */
const MOST_TOGETHER = 8;

/**
 * Sends the lookups of one turn of the event loop on one connection, with one write: waking a PostgreSQL
 * process costs more than the lookup of a row by its key. This is only for statements that find a row by its
 * key, or a page of short rows. A longer statement would delay the lookups of other teams behind it.
 */
export class Lookups {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  // pg declares many signatures for `query`. This one stands for all of them.
  readonly query = ((statement: pg.QueryConfig) => {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#waiting.push({ statement, inSpan: keepSpan(), resolve, reject });
    if (this.#waiting.length === 1) setImmediate(this.#send);
    return promise;
  }) as Queryable['query'];

  readonly #send = (): void => {
    const all = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < all.length; start += MOST_TOGETHER) {
      void this.#sendTogether(all.slice(start, start + MOST_TOGETHER));
    }
  };

  async #sendTogether(lookups: Waiting[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      for (const { reject } of lookups) reject(error);
      return;
    }
    let broken: Error | undefined;
    const lose = (error: Error): void => {
      broken = error;
    };
    // Without a listener, a connection lost between two answers would end the process.
    client.on('error', lose);
    await Promise.all(
      lookups.map(({ statement, inSpan, resolve, reject }) =>
        inSpan(() => client.query(statement)).then(resolve, (error: Error) => {
          if (!isOfNode(client, error)) lose(error);
          reject(error);
        }),
      ),
    );
    client.off('error', lose);
    client.release(broken);
  }
}
