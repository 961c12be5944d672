import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../shared/log.ts';

const LOCK = 7_201_002;
const PAUSE_MS = 1_000;

/**
 * Says that the runners of this process are alive, by a lock that ends with its connection. The
 * queue itself would leave the jobs of a killed worker locked for four hours.
 */
export class Presence {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #runners: string[] = [];
  #client: pg.Client | undefined;
  #stopping = false;

  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    void this.#connect();
  }

  async add(runnerId: string): Promise<void> {
    this.#runners.push(runnerId);
    await this.#client?.query(`select pg_advisory_lock($1, hashtext($2))`, [LOCK, runnerId]);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    while (!this.#stopping) {
      const client = new pg.Client({
        connectionString: this.#databaseUrl,
        application_name: 'team-api worker presence',
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
      });
      const lost = new Promise<unknown>((resolve) => {
        client.on('error', resolve).on('end', () => resolve(undefined));
      });
      try {
        await client.connect();
        this.#client = client;
        for (const id of this.#runners) {
          await client.query(`select pg_advisory_lock($1, hashtext($2))`, [LOCK, id]);
        }
        await lost;
      } catch (err) {
        this.#log.debug({ err }, 'the connection that says we are alive could not be made');
      }
      this.#client = undefined;
      await client.end().catch(() => undefined);
      if (!this.#stopping) await sleep(PAUSE_MS);
    }
  }
}

/**
 * Gives the jobs of dead runners back. A living one that has lost its connection a moment ago may
 * be taken for dead: its jobs then run twice, which all of them bear.
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
