import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Logger } from '../../shared/process/log.ts';

type Deps = { pool: pg.Pool; log: Logger };

/** A number that a statement reads. Each worker reads it, so an alert takes the highest. */
type Reading = { gauge: Gauge; statement: string };

const gauge = (name: string, help: string) => new Gauge({ name, help, aggregator: 'max' });

/** If PostgreSQL itself closes no file of its log in time, a quiet database archives nothing for hours. */
const ARCHIVES_IN_TIME = `current_setting('archive_mode') <> 'off'
   and (current_setting('archive_timeout') <> '0' or last_failed_time > coalesce(last_archived_time, '-infinity'))`;

/** The seconds since the earliest of these rows, by the clock of the database. */
const age = (earliest: string) =>
  `select coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8 as value
   from ${earliest}`;

const readings: readonly Reading[] = [
  {
    gauge: gauge(
      'mail_oldest_unsent_seconds',
      'Since when the oldest mail that a worker still tries to send has waited; 0 when none waits.',
    ),
    statement: age(`graphile_worker.jobs
   where task_identifier = 'mail.send' and attempts < max_attempts`),
  },
  {
    gauge: gauge(
      'queue_jobs_failed',
      'Jobs that have failed for the last time, and that nobody has repeated or removed.',
    ),
    // A job counts its attempt when the attempt begins.
    statement: `select count(*)::float8 as value from graphile_worker.jobs
   where attempts >= max_attempts and locked_at is null`,
  },
  {
    gauge: gauge(
      'erasure_oldest_unfinished_seconds',
      'Since when the oldest erasure that is not finished has waited; 0 when none waits.',
    ),
    statement: age('erasure where finished_at is null'),
  },
  {
    gauge: gauge(
      'database_archive_age_seconds',
      'Since when PostgreSQL has archived nothing of its log; 0 when it need not archive.',
    ),
    statement: `select case when ${ARCHIVES_IN_TIME}
     then greatest(0, extract(epoch from now() - coalesce(last_archived_time, stats_reset))) else 0
   end::float8 as value from pg_stat_archiver`,
  },
  {
    gauge: gauge(
      'database_archive_failures',
      'Attempts of PostgreSQL to archive its log that have failed, as it has counted them.',
    ),
    statement: 'select failed_count::float8 as value from pg_stat_archiver',
  },
];

/** Reads what waits: for a worker, or for the archive of the database. One failure hides no other number. */
export async function observeWaitingWork({ pool, log }: Deps): Promise<void> {
  for (const { gauge: shown, statement } of readings) {
    try {
      const { rows } = await pool.query<{ value: number }>(statement);
      shown.set(rows[0]?.value ?? 0);
    } catch (err) {
      log.warn({ err }, 'waiting work could not be counted');
    }
  }
}
