import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Logger } from '../../shared/log.ts';
import { finishAttempts, type Result } from './finish.ts';
import { GroupCommit } from './group-commit.ts';
import { countFencedWrite } from './metrics.ts';

/** Nobody waits for it but the list of deliveries, and together each costs half. */
const LINGER_MS = 20;

type Deps = { pool: pg.Pool; retryDelaysMs: readonly number[]; log: Logger };

/** Writes down what came of attempts, many at once, and holds on while the database is away. */
export class Recorder {
  readonly #deps: Deps;
  readonly #batches: GroupCommit<Result, boolean>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#batches = new GroupCommit({
      run: (results) => this.#write(results),
      most: 512,
      lingerMs: LINGER_MS,
    });
  }

  /**
   * Until the lease is over: after that somebody else attempts the delivery again, and this result
   * would not be taken any more.
   */
  async record(result: Result, leaseEndsAt: number): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
      try {
        if (!(await this.#batches.add(result))) countFencedWrite();
        return;
      } catch (err) {
        const isOver = performance.now() + pause >= leaseEndsAt;
        if (isOver || !isUnavailable(err)) {
          this.#deps.log.error({ err, delivery: result.id }, 'an attempt could not be recorded');
          return;
        }
        await sleep(pause);
      }
    }
  }

  /** One row that the database refuses does not take the others with it. */
  async #write(results: readonly Result[]): Promise<boolean[]> {
    const { pool, retryDelaysMs, log } = this.#deps;
    try {
      return await finishAttempts(pool, results, retryDelaysMs);
    } catch (error) {
      if (isUnavailable(error) || results.length === 1) throw error;
      log.warn({ err: error, attempts: results.length }, 'attempts are recorded one by one');
    }
    const written: boolean[] = [];
    for (const result of results) written.push(await this.#writeAlone(result));
    return written;
  }

  async #writeAlone(result: Result): Promise<boolean> {
    const { pool, retryDelaysMs, log } = this.#deps;
    try {
      const [isWritten = false] = await finishAttempts(pool, [result], retryDelaysMs);
      return isWritten;
    } catch (err) {
      if (isUnavailable(err)) throw err;
      log.error({ err, delivery: result.id }, 'an attempt could not be recorded');
      return true;
    }
  }
}
