import type pg from 'pg';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { keepConnection } from '../../db/keep-connection.ts';
import type { Logger } from '../../shared/process/log.ts';

const LOCK = advisoryLocks.runnerPresence;

/**
 * Shows that the queue runners of this process are alive, by locks that end with their connection.
 * Without this, the queue would leave the jobs of a killed worker locked for four hours.
 */
export class RunnerPresence {
  readonly #log: Logger;
  readonly #runners = new Set<string>();
  readonly #kept: { stop(): Promise<void> };
  #client: pg.PoolClient | undefined;

  constructor(databaseUrl: string, log: Logger) {
    this.#log = log;
    this.#kept = keepConnection(databaseUrl, {
      name: 'worker presence',
      log,
      missing: this.#missing,
      use: (client, over) => this.#holdAll(client, over),
    });
  }

  /** Takes the lock of a runner. If there is no connection now, `#holdAll` takes the lock later. */
  add(runnerId: string): void {
    this.#runners.add(runnerId);
    if (this.#client) this.#hold(this.#client, runnerId).catch(this.#missing);
  }

  /** Releases the lock of a runner that has ended, so that other workers take its unfinished jobs. */
  remove(runnerId: string): void {
    this.#runners.delete(runnerId);
    this.#client
      ?.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK, runnerId])
      .catch(this.#missing);
  }

  stop(): Promise<void> {
    return this.#kept.stop();
  }

  /** Holds the locks until the connection is lost or the worker stops. */
  async #holdAll(client: pg.PoolClient, over: Promise<unknown>): Promise<void> {
    try {
      for (const id of this.#runners) await this.#hold(client, id);
      this.#client = client;
      await over;
    } finally {
      this.#client = undefined;
    }
  }

  async #hold(client: pg.PoolClient, runnerId: string): Promise<void> {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, runnerId]);
  }

  #missing = (err: unknown): void => {
    this.#log.debug({ err }, 'this worker has no connection that shows it is alive');
  };
}

/**
 * Unlocks the jobs of dead runners. A runner that lives and has just lost its connection may look dead. Its
 * jobs then run twice, but this does no harm in any task.
 */
export async function unlockJobsOfTheDead(client: pg.Pool | pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ dead: string[] }>(
    `select coalesce(array_agg(w.locked_by), '{}') as dead
     from (select distinct locked_by from graphile_worker.jobs
       where locked_at < now() - interval '10 s') w
     where pg_try_advisory_xact_lock(${LOCK}, hashtext(w.locked_by))`,
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length > 0) {
    await client.query('select graphile_worker.force_unlock_workers($1)', [dead]);
  }
  return dead.length;
}
