import { randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { OutdatedError } from '../db/migrations/beside.ts';
import type { Logger } from '../shared/process/log.ts';
import { isNewer, ownRelease } from '../shared/process/own-release.ts';
import { type Life, StartError } from './life.ts';

type ProcessRowOptions = {
  pool: pg.Pool;
  kind: 'api' | 'worker' | 'main';
  config: Pick<Config, 'outgoing'>;
  life: Life;
  log: Logger;
  /** Makes the process not ready, for the reason that it shows to everybody. */
  markOutdated?: (reason: string) => void;
};

const RENEW_MS = 5_000;
/** How long an outdated process answers that it is not ready, before it ends. */
const OUTDATED_MS = 2_000;
const REMOVE_LIMIT_MS = 1_000;

/** Another process has another OUTGOING. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}

/** The row by which every other process sees that this process lives. */
export class ProcessRow {
  readonly #options: ProcessRowOptions;
  readonly #id = randomUUID();
  #isKept = false;

  constructor(options: ProcessRowOptions) {
    this.#options = options;
  }

  /**
   * Writes the row. Throws an `OutdatedError` if a newer release has made this one unusable, and an `OutgoingError`
   * beside a process with another OUTGOING.
   */
  async renew(): Promise<void> {
    const { pool, kind, config } = this.#options;
    const { rows } = await pool.query<{ oldest: string | null }>(
      `insert into process (id, kind, release, host, pid, outgoing, started_at, renewed_at)
       values ($1, $2, $3, $4, $5, $6, now(), now())
       on conflict (id) do update set renewed_at = now()
       returning (select o.release from oldest_beside o) as oldest`,
      [this.#id, kind, ownRelease, os.hostname(), process.pid, config.outgoing],
    );
    const oldest = rows[0]?.oldest ?? ownRelease;
    if (isNewer(oldest, ownRelease)) throw new OutdatedError(ownRelease, oldest);
    await this.#requireSameOutgoing();
  }

  /**
   * Refuses the start beside a process with another OUTGOING. The row is written before this is asked, so that of two
   * processes that start at the same time one at least sees the other. Later a process that sends asks again: it may
   * have been frozen for so long that others took it for dead.
   */
  async #requireSameOutgoing(): Promise<void> {
    const { pool, config } = this.#options;
    if (this.#isKept && !config.outgoing) return;
    const { rows } = await pool.query<{ name: string }>(
      `select format('process %s on %s', pid, host) as name from process
       where outgoing <> $1 and renewed_at > now() - interval '20 s' limit 1`,
      [config.outgoing],
    );
    const [other] = rows;
    if (!other) return;
    await this.#remove();
    const [own, theirs] = config.outgoing ? ['on', 'off'] : ['off', 'on'];
    throw new OutgoingError(
      `OUTGOING is ${own} here, and ${theirs} in a process that runs: ${other.name}. Stop it first; if it was killed, wait for 20 seconds`,
    );
  }

  /** Renews the row until all parts of the process have ended, and then removes it. */
  keep(): void {
    this.#isKept = true;
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
        if (!(err instanceof OutdatedError || err instanceof OutgoingError)) {
          log.debug({ err }, 'the row of this process could not be renewed');
          continue;
        }
        if (life.stopping.aborted) continue;
        if (err instanceof OutdatedError) {
          log.error({ err }, 'a newer release has made this process outdated');
          markOutdated?.('outdated: a newer release has changed the database');
        }
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
