import type pg from 'pg';
import type { Queryable } from './team-db.ts';
import { withTransaction } from './transaction.ts';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `control_${names.size}`;
  names.set(text, name);
  return name;
}

class ControlStatements {
  readonly #queryable: Queryable;

  constructor(queryable: Queryable) {
    this.#queryable = queryable;
  }

  async rows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    const result = await this.#queryable.query({ name: nameOf(text), text, values: params });
    return result.rows;
  }

  async row<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, params))[0];
  }
}

/** Runs statements in one transaction. */
export type ControlTransaction = ControlStatements;

/**
 * A handle for people, sessions and sign-in limits, whose rows belong to no team. Only sign-in and
 * accounts may use it (test/architecture.test.ts).
 */
export class ControlDb extends ControlStatements {
  readonly #pool: pg.Pool;

  readonly #beforeCommit: () => void;

  /** `beforeCommit` ends each transaction. When it throws, the transaction rolls back. */
  constructor(pool: pg.Pool, beforeCommit: () => void) {
    super(pool);
    this.#pool = pool;
    this.#beforeCommit = beforeCommit;
  }

  transaction<T>(work: (db: ControlTransaction) => Promise<T>): Promise<T> {
    return withTransaction(this.#pool, async (client) => {
      const result = await work(new ControlStatements(client));
      this.#beforeCommit();
      return result;
    });
  }
}
