import type pg from 'pg';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { withTransaction } from '../../db/transaction.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { REQUEST_LOG_DAYS } from '../../shared/time/kept-days.ts';

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
    // A lock may not have become free. The next minute tries again.
    log.warn({ err }, 'keeping the partitions of the request log failed');
  }
}

type Plan = {
  /** A table that is detached and not dropped yet, perhaps because its worker has died in between. */
  detached: string | null;
  /** A day without a partition. */
  missing: string | null;
  /** A partition whose day is so long ago that its lines have expired. */
  over: string | null;
};

/**
 * Takes one step, in a transaction of its own. Returns false if there is nothing to do, or if another worker
 * takes the steps.
 */
function takeStep(pool: pg.Pool, stoppedAt: Date | null): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '200ms'`);
    const { rows: locks } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [advisoryLocks.logPartitions],
    );
    if (!locks[0]?.free) return false;
    // The plan is made under the lock, because another worker may just have taken this step.
    const statements = statementsFor(await makePlan(client, stoppedAt));
    // The statements are sent one by one, because Citus passes each to its nodes.
    for (const statement of statements) await client.query(statement);
    return statements.length > 0;
  });
}

/**
 * A partition is detached first and dropped second. Detaching takes only a moment. Dropping may take long,
 * but nobody waits for a detached table. Attaching a partition blocks no writer of other partitions. Beside a default
 * partition PostgreSQL does not detach concurrently, so a step waits only a moment for its lock.
 */
function statementsFor({ detached, missing, over }: Plan): string[] {
  if (detached) return [`drop table ${detached}`];
  if (!missing) return over ? [`alter table request_log detach partition ${over}`] : [];
  const name = partitionOf(missing);
  return [
    `create table ${name} (like request_log including defaults)`,
    `alter table request_log attach partition ${name}
     for values from ('${midnight(missing)}') to ('${midnight(nextDay(missing))}')`,
  ];
}

function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const midnight = (day: string): string => `${day} 00:00:00+00`;
const partitionOf = (day: string): string => `request_log_d${day.replaceAll('-', '')}`;

const dayAndPartitions = `select (coalesce($1::timestamptz, now()) at time zone 'UTC')::date as today,
  array(select c.relname::text from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname ~ '^request_log_d[0-9]{8}$' and c.relispartition order by 1) as attached,
  array(select c.relname::text from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname ~ '^request_log_d[0-9]{8}$' and not c.relispartition order by 1) as detached`;

const linesOfDay = `select from request_log_default l
  where l.slot >= $1::timestamptz and l.slot < $2::timestamptz limit 1`;

/**
 * Finds the next step. The catalog of the coordinator and the lines, which may be on other servers, are read
 * by different statements.
 */
async function makePlan(client: pg.PoolClient, stoppedAt: Date | null): Promise<Plan> {
  type Row = { today: string; attached: string[]; detached: string[] };
  const { rows } = await client.query<Row>(dayAndPartitions, [stoppedAt]);
  const [{ today, attached, detached } = { today: '', attached: [], detached: [] }] = rows;
  const oldest = nextDay(today, -1 - REQUEST_LOG_DAYS);
  return {
    detached: detached[0] ?? null,
    over: attached.find((name) => name <= partitionOf(oldest)) ?? null,
    missing: await findMissing(client, today, new Set([...attached, ...detached])),
  };
}

async function findMissing(
  client: pg.PoolClient,
  today: string,
  made: ReadonlySet<string>,
): Promise<string | null> {
  for (let n = 0; n <= DAYS_AHEAD; n += 1) {
    const day = nextDay(today, n);
    if (made.has(partitionOf(day))) continue;
    const { rowCount } = await client.query(linesOfDay, [midnight(day), midnight(nextDay(day))]);
    if (rowCount === 0) return day;
  }
  return null;
}
