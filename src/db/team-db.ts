import type pg from 'pg';
import type { JobName, Payload } from '../shared/jobs.ts';
import { joinParts, MOST_JOINED, type Part, type Raised } from './collected-writes.ts';
import { enqueue } from './enqueue.ts';
import { type IdPrefix, nthId } from './ids.ts';
import { isSharded } from './sharding.ts';
import { assertTenantBound } from './tenant-bound.ts';
import { insertion, type Model, type Row, update } from './write-row.ts';

export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** A team, or an object with the ids of the team and of the team of which the callers are members. */
export type TeamOf = string | { tenantId: string; homeTenantId?: string };

export const tenantIdOf = (team: TeamOf): string =>
  typeof team === 'string' ? team : team.tenantId;

/** A statement with a name, because PostgreSQL keeps the plan of a statement with a name. */
type Statement = { name: string; isWrite: boolean };

/** The statements by their texts. */
const statements = new Map<string, Statement>();

const writing = /\b(?:insert\s+into|delete\s+from|update\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i;

function statementOf(text: string): Statement {
  const cached = statements.get(text);
  if (cached) return cached;
  assertTenantBound(text);
  const isWrite = writing.test(text);
  const statement = { name: `team_${statements.size}`, isWrite };
  statements.set(text, statement);
  return statement;
}

/** All statements that have run in this process, for the test that prepares them. */
export function preparedTexts(): string[] {
  return [...statements.keys()];
}

/**
 * How an operation runs SQL. The handle is bound to one team: this class passes the tenant's id as
 * `$1` to every statement, and refuses a statement that does not use it.
 */
export class TeamDb {
  readonly tenantId: string;
  /**
   * The team of which the callers are members: the same team, or the team to which a sandbox belongs. Only
   * code that looks up who has called uses this handle.
   */
  readonly home: TeamDb;
  readonly #queryable: Queryable;
  readonly #lookups: Queryable;
  readonly #collects: boolean;
  #collected: Part[] = [];
  #hasWritten = false;
  #jobsAdded = 0;
  #hasKept = false;
  #idsMade = 0;

  /** `collects` is for a transaction that calls `sendCollected` before its commit. */
  constructor(
    queryable: Queryable,
    team: TeamOf,
    { lookups = queryable, collects = false }: { lookups?: Queryable; collects?: boolean } = {},
  ) {
    const { tenantId, homeTenantId = tenantId } =
      typeof team === 'string' ? { tenantId: team } : team;
    if (!tenantId || !homeTenantId) throw new Error('A team handle needs a tenant');
    this.#queryable = queryable;
    this.#lookups = lookups;
    this.tenantId = tenantId;
    this.#collects = collects;
    this.home = homeTenantId === tenantId ? this : new TeamDb(queryable, homeTenantId, { lookups });
  }

  /**
   * An id that sorts after all ids which this handle has made for the same moment. So the changes and the events of a
   * transaction, which all have its time, are read in the order in which they were made.
   */
  nextId(prefix: IdPrefix, now: Date): string {
    this.#idsMade += 1;
    return nthId(prefix, now, this.#idsMade - 1);
  }

  rows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    return this.#run<Row>(this.#queryable, text, params);
  }

  async row<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, params))[0];
  }

  /**
   * Finds a row by its key, or a page of short rows. Outside a transaction, the lookups of one
   * moment share a connection.
   */
  async lookUp<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await this.#run<Row>(this.#lookups, text, params))[0];
  }

  /** Runs a statement that changes something, and notes that this handle has written. */
  writeRows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    this.#hasWritten = true;
    return this.#run<Row>(this.#queryable, text, params, true);
  }

  async write<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    return (await this.writeRows<Row>(text, params))[0];
  }

  /**
   * Adds a statement to those that are sent together: before the next statement of this transaction, or before its
   * commit. So an error of PostgreSQL is thrown there.
   */
  async collect(part: Part): Promise<void> {
    this.#hasWritten = true;
    this.#collected.push(part);
    if (!this.#collects || this.#collected.length === MOST_JOINED) await this.sendCollected();
  }

  insert<M extends Model>(model: M, row: Row<M>): Promise<void> {
    return this.collect(insertion(model, row));
  }

  /** Inserts a row, named `as`, and reads the answer from it. */
  async insertReturning<M extends Model>(
    model: M,
    row: Row<M>,
    answer: { as: string; select: string },
  ): Promise<{ json: string }> {
    const { text, params } = insertion(model, row, answer);
    const inserted = await this.write<{ json: string }>(text, params);
    if (!inserted) throw new Error(`No answer was read from the new row of ${model}`);
    return inserted;
  }

  /** Sets columns of the row with this id. An update does not see what the same statement inserts, so it is the first. */
  async update<M extends Model>(model: M, id: string, changes: Row<M>): Promise<void> {
    const sent = this.sendCollected();
    await Promise.all([sent, this.collect(update(model, id, changes))]);
  }

  /** Runs a statement that also adds a job. */
  async writeWithJob<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    const row = await this.write<Row>(text, params);
    this.#jobsAdded += 1;
    return row;
  }

  /** Adds a job. */
  async addJob<N extends JobName>(name: N, payload: Payload<N>): Promise<void> {
    this.#hasWritten = true;
    await enqueue(this.#queryable, name, payload);
    this.#jobsAdded += 1;
  }

  /** Sends what is collected as one statement. In a sharded database, a statement has the tables of one family (P763). */
  async sendCollected(): Promise<void> {
    const parts = this.#collected;
    if (parts.length === 0) return;
    this.#collected = [];
    const statements = isSharded(this.#queryable) ? parts : [joinParts(parts)];
    try {
      const sent = await Promise.all(
        statements.map(({ text, params }) =>
          this.#send<Partial<Raised>>(this.#queryable, text, params),
        ),
      );
      for (const { is_kept, has_job } of sent.flat()) {
        if (is_kept) this.#hasKept = true;
        if (has_job) this.#jobsAdded += 1;
      }
    } catch (error) {
      throw parts.reduce((found, { explain }) => explain?.(found) ?? found, error);
    }
  }

  async #run<Row>(
    queryable: Queryable,
    text: string,
    params: unknown[],
    mayWrite = false,
  ): Promise<Row[]> {
    // A statement that changes something must use `writeRows` or `write`. Otherwise nobody would
    // know that this handle has written.
    if (!mayWrite && statementOf(text).isWrite) {
      throw new Error(`Statement needs writeRows or write: ${text}`);
    }
    // Both are sent at once, in this order.
    const [, rows] = await Promise.all([
      this.sendCollected(),
      this.#send<Row>(queryable, text, params),
    ]);
    return rows;
  }

  async #send<Row>(queryable: Queryable, text: string, params: unknown[]): Promise<Row[]> {
    const { name } = statementOf(text);
    const values = [this.tenantId, ...params];
    return (await queryable.query<Row & pg.QueryResultRow>({ name, text, values })).rows;
  }

  /**
   * Makes a savepoint in the transaction. The returned function undoes all that was written after
   * the savepoint.
   */
  async savepoint(): Promise<() => Promise<void>> {
    await Promise.all([this.sendCollected(), this.#queryable.query('savepoint team')]);
    return async () => {
      this.#collected = [];
      await this.#queryable.query('rollback to savepoint team');
    };
  }

  /** True once a statement of this handle may have changed something. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** How many jobs this transaction has added. After the commit, the workers hear of them. */
  get jobsAdded(): number {
    return this.#jobsAdded;
  }

  /** True if, after the commit, the readers of the team hear of an event. */
  get hasKept(): boolean {
    return this.#hasKept;
  }
}
