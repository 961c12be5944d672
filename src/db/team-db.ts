import type pg from 'pg';
import { assertTenantBound } from './tenant-bound.ts';

export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** The names of statements by their text. The name makes PostgreSQL keep the plan. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  assertTenantBound(text);
  const name = `team_${names.size}`;
  names.set(text, name);
  return name;
}

/** All statements that have run in this process, for the test that prepares them. */
export function preparedTexts(): string[] {
  return [...names.keys()];
}

/**
 * How an operation runs SQL. The handle is bound to one team: this class passes the tenant's id as
 * `$1` to every statement, and refuses a statement that does not use it.
 */
export class TeamDb {
  readonly tenantId: string;
  /** True once a statement of this handle may have changed something. */
  wrote = false;
  /** A statement that goes together with the commit, which saves a round trip. Its failure undoes all. */
  last: (() => Promise<unknown>) | undefined;
  readonly #queryable: Queryable;
  readonly #lookups: Queryable;
  #jobsAdded = 0;

  constructor(queryable: Queryable, tenantId: string, lookups = queryable) {
    if (!tenantId) throw new Error('A team handle needs a tenant');
    this.#queryable = queryable;
    this.#lookups = lookups;
    this.tenantId = tenantId;
  }

  async rows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await this.#queryable.query<Row & pg.QueryResultRow>(this.#bound(text, params))).rows;
  }

  async row<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, params))[0];
  }

  /**
   * Finds a row by its key, or a page of short rows. Outside of a transaction, lookups of one moment share
   * a connection.
   */
  async lookUp<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await this.#lookups.query<Row & pg.QueryResultRow>(this.#bound(text, params))).rows[0];
  }

  /** Runs a statement that changes something, and notes that this handle has written. */
  async write<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    this.wrote = true;
    return this.row<Row>(text, params);
  }

  #bound(text: string, params: unknown[]): pg.QueryConfig {
    return { name: nameOf(text), text, values: [this.tenantId, ...params] };
  }

  /** Makes a savepoint of the transaction. The result undoes all that was written after it. */
  async savepoint(): Promise<() => Promise<void>> {
    await this.#queryable.query('savepoint team');
    return async () => {
      await this.#queryable.query('rollback to savepoint team');
    };
  }

  /** How many jobs this transaction has added. Workers are told of them after the commit. */
  get jobsAdded(): number {
    return this.#jobsAdded;
  }

  /** Notes that a statement of this handle has added a job. */
  noteJob(): void {
    this.#jobsAdded += 1;
  }
}
