import type pg from 'pg';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { withTransaction } from '../../db/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { REQUEST_LOG_DAYS } from '../../shared/kept-days.ts';
import type { Logger } from '../../shared/log.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger };

const DAYS_AHEAD = 7;

/**
 * Makes a partition of the request log for each day, a week ahead. If a day already has lines in
 * the default partition, for instance after a month without a worker, its lines stay there and are
 * removed one by one. All times are the database's.
 */
export async function keepLogPartitions({ pool, clock, log }: Deps): Promise<void> {
  try {
    while (await takeStep(pool, clock.stoppedAt()));
  } catch (err) {
    // For instance, a lock did not become free. The next minute tries again.
    log.warn({ err }, 'keeping the partitions of the request log failed');
  }
}

type Plan = {
  /** A table that was detached just now, or earlier by a worker that died before it dropped the table. */
  detached: string | null;
  /** A day without a partition. */
  missing: string | null;
  /** A partition whose day is so long ago that its lines have expired. */
  over: string | null;
};

/**
 * Makes one step, in a transaction of its own. False if there is nothing to do, or if another
 * worker makes the steps.
 */
function takeStep(pool: pg.Pool, stoppedAt: Date | null): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '200ms'`);
    const { rows: locks } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [advisoryLocks.logPartitions],
    );
    if (!locks[0]?.free) return false;
    // The question is asked under the lock, because another worker may just have made this step.
    const { rows } = await client.query<Plan>(plan, [stoppedAt]);
    const statement = rows[0] && statementFor(rows[0]);
    if (statement) await client.query(statement);
    return statement !== undefined;
  });
}

/**
 * A partition is detached first and dropped second. To detach takes a moment. To drop may take
 * long, but nobody waits for a detached table. To attach a partition blocks no writer of other
 * partitions.
 */
function statementFor({ detached, missing, over }: Plan): string | undefined {
  if (detached) return `drop table ${detached}`;
  if (!missing) return over ? `alter table request_log detach partition ${over}` : undefined;
  const name = `request_log_d${missing.replaceAll('-', '')}`;
  return `create table ${name} (like request_log including defaults);
    alter table request_log attach partition ${name}
    for values from ('${missing} 00:00:00+00') to ('${nextDay(missing)} 00:00:00+00')`;
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

const plan = `with today as (
    select (coalesce($1::timestamptz, now()) at time zone 'UTC')::date as day
  ), partition as (
    select c.relname::text as name, c.relispartition as attached,
      to_date(right(c.relname, 8), 'YYYYMMDD') as day
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname ~ '^request_log_d[0-9]{8}$'
  )
  select
    (select p.name from partition p where not p.attached order by p.day limit 1) as detached,
    (select p.name from partition p, today
      where p.attached and p.day + 1 + ${REQUEST_LOG_DAYS} <= today.day order by p.day limit 1) as over,
    (select (today.day + n)::text from today, generate_series(0, ${DAYS_AHEAD}) n
      where not exists (select from partition p where p.day = today.day + n)
        and not exists (select from request_log_default l
          where l.slot >= (today.day + n) at time zone 'UTC'
            and l.slot < (today.day + n + 1) at time zone 'UTC')
      order by n limit 1) as missing`;
