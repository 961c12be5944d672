import pg from 'pg';

/** A statement on a server, with its costs for each request of the round. */
export type Seen = { text: string; calls: number; ms: number; blocks: number; walBytes: number };

/** The product's statements of a round on this server, the most expensive first. */
export class SeenStatements {
  readonly #sql: pg.Client;

  private constructor(sql: pg.Client) {
    this.#sql = sql;
  }

  static async on(url: string): Promise<SeenStatements> {
    const sql = new pg.Client(url);
    await sql.connect();
    await sql.query('create extension if not exists pg_stat_statements');
    return new SeenStatements(sql);
  }

  async reset(): Promise<void> {
    await this.#sql.query('select pg_stat_statements_reset()');
  }

  async read(requests: number): Promise<Seen[]> {
    const { rows } = await this.#sql.query<Seen>(
      `select query as text, calls / $1::float as calls, total_exec_time / $1 as ms,
         (shared_blks_hit + shared_blks_read) / $1::float as blocks,
         wal_bytes::float / $1 as "walBytes"
       from pg_stat_statements where query !~ 'pg_stat_statements|pg_database|truncate'
       order by total_exec_time desc`,
      [requests],
    );
    return rows;
  }

  end(): Promise<void> {
    return this.#sql.end();
  }
}

/** The beginning of a statement, which is enough to recognize it. */
export const shortly = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 60);
