import type pg from 'pg';
import { until } from '../../harness/until.ts';

/** Waits until PostgreSQL has finished the last statements of killed workers, or of other killed programs. */
export async function lastStatementsHaveEnded(
  sql: pg.Pool,
  programs = 'team-api worker%',
): Promise<void> {
  await until('the connections of what was killed to end', async () => {
    const { rowCount } = await sql.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like $1`,
      [programs],
    );
    return rowCount === 0;
  });
}

/** Ends the leases of killed workers, as if a minute had passed. No worker may run. */
export async function leasesAreOver(sql: pg.Pool): Promise<void> {
  await lastStatementsHaveEnded(sql);
  await sql.query(
    `update webhook_pending set leased_at = leased_at - interval '1 min'
     where leased_at is not null`,
  );
}
