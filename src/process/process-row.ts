import { randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OutdatedError } from '../db/migrations/beside.ts';
import type { Logger } from '../shared/log.ts';
import { isNewer, ownRelease } from '../shared/own-release.ts';
import { type Life, StartError } from './life.ts';

type ProcessRowOptions = {
  pool: pg.Pool;
  kind: 'api' | 'worker' | 'main';
  life: Life;
  log: Logger;
  /** Makes the process not ready, for the reason that it shows to everybody. */
  markOutdated?: (reason: string) => void;
};

const RENEW_MS = 5_000;
/** How long an outdated process answers that it is not ready, before it ends. */
const OUTDATED_MS = 2_000;
const REMOVE_LIMIT_MS = 1_000;

/** The row by which every other process sees that this process lives. */
export class ProcessRow {
  readonly #options: ProcessRowOptions;
  readonly #id = randomUUID();

  constructor(options: ProcessRowOptions) {
    this.#options = options;
  }

  /** Writes the row. Throws an `OutdatedError` if a newer release has made this one unusable. */
  async renew(): Promise<void> {
    const { pool, kind } = this.#options;
    const { rows } = await pool.query<{ oldest: string | null }>(
      `insert into process (id, kind, release, host, pid, started_at, renewed_at)
       values ($1, $2, $3, $4, $5, now(), now())
       on conflict (id) do update set renewed_at = now()
       returning (select o.release from oldest_beside o) as oldest`,
      [this.#id, kind, ownRelease, os.hostname(), process.pid],
    );
    const oldest = rows[0]?.oldest ?? ownRelease;
    if (isNewer(oldest, ownRelease)) throw new OutdatedError(ownRelease, oldest);
  }

  /** Renews the row until all parts of the process have ended, and then removes it. */
  keep(): void {
    const { life, log } = this.#options;
    const ending = new AbortController();
    const kept = this.#renewAgain(ending.signal).catch((error: unknown) => {
      void life.fail(error);
    });
    life.afterStop(async () => {
      ending.abort();
      await kept;
      await this.#remove().catch((err: unknown) =>
        log.debug({ err }, 'the row of this process could not be removed'),
      );
    });
  }

  async #renewAgain(signal: AbortSignal): Promise<void> {
    const { life, log, markOutdated } = this.#options;
    const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      await pause(RENEW_MS);
      try {
        if (!signal.aborted) await this.renew();
      } catch (err) {
        if (!(err instanceof OutdatedError)) {
          log.debug({ err }, 'the row of this process could not be renewed');
          continue;
        }
        if (life.stopping.aborted) continue;
        log.error({ err }, 'a newer release has made this process outdated');
        markOutdated?.('outdated: a newer release has changed the database');
        await pause(OUTDATED_MS);
        throw new StartError(err.message, { cause: err });
      }
    }
  }

  /** Removes the row, and rows that killed processes have left. */
  async #remove(): Promise<void> {
    const query = {
      text: `delete from process where id = $1 or renewed_at < now() - interval '1 hour'`,
      values: [this.#id as string],
      query_timeout: REMOVE_LIMIT_MS,
    };
    await this.#options.pool.query(query);
  }
}
