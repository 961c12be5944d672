import type pg from 'pg';
import { assertTenantBound } from './tenant-bound.ts';

export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** A statement is checked and named once; the name makes PostgreSQL keep its plan. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  assertTenantBound(text);
  const name = `team_${names.size}`;
  names.set(text, name);
  return name;
}

/** Every statement that has run in this process, for the test that prepares them all. */
export function preparedTexts(): string[] {
  return [...names.keys()];
}

/**
 * The only way for an operation to reach the database. It is bound to one team: the tenant is `$1`
 * of every statement, put there by this class, and a statement that does not use it is refused.
 */
export class TeamDb {
  readonly tenantId: string;
  /** True once a statement of this handle may have changed something. */
  wrote = false;
  /** Jobs that the transaction has added, to be told of when it has been committed. */
  jobs = 0;
  readonly #queryable: Queryable;

  constructor(queryable: Queryable, tenantId: string) {
    if (!tenantId) throw new Error('A team handle needs a tenant');
    this.#queryable = queryable;
    this.tenantId = tenantId;
  }

  async rows<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
    const result = await this.#queryable.query({
      name: nameOf(text),
      text,
      values: [this.tenantId, ...params],
    });
    return result.rows;
  }

  async row<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, params))[0];
  }

  /** A statement that changes something: `row` with the mark that an operation has begun to act. */
  async write<Row>(text: string, params: unknown[] = []): Promise<Row | undefined> {
    this.wrote = true;
    return this.row<Row>(text, params);
  }
}
