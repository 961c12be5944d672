import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Logger } from '../../shared/log.ts';
import { finishAttempts, type Result } from './finish.ts';
import { countFencedWrite } from './metrics.ts';

/** Nobody waits for it but the list of deliveries, and together each costs half. */
const LINGER_MS = 20;
const MOST_TOGETHER = 512;
const FIRST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 2_000;

type Deps = { pool: pg.Pool; retryDelaysMs: readonly number[]; log: Logger };
/** `done` is called when there is nothing more to do for it, written or not. */
type Waiting = { result: Result; leaseEndsAt: number; pauseMs: number; done: () => void };

/**
 * Writes down what came of attempts, many at once and one batch after the other: what arrives while
 * one is on its way makes up the next. Holds on while the database is away.
 */
export class Recorder {
  readonly #deps: Deps;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  #isHurried = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(result: Result, leaseEndsAt: number, done: () => void): void {
    this.#enqueue({ result, leaseEndsAt, pauseMs: FIRST_PAUSE_MS, done });
  }

  /** Nothing more is on its way: what has come need not wait for others. */
  flush(): void {
    this.#isHurried = this.#waiting.length > 0;
    this.#schedule();
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    if (this.#isHurried || this.#waiting.length >= MOST_TOGETHER) void this.#writeNext();
    else this.#timer ??= setTimeout(() => void this.#writeNext(), LINGER_MS);
  }

  async #writeNext(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isHurried = false;
    this.#isWriting = true;
    await this.#write(this.#waiting.splice(0, MOST_TOGETHER));
    this.#isWriting = false;
    this.#schedule();
  }

  /** One row that the database refuses does not take the others with it. */
  async #write(batch: readonly Waiting[]): Promise<void> {
    const { pool, retryDelaysMs, log } = this.#deps;
    try {
      const results = batch.map(({ result }) => result);
      const written = await finishAttempts(pool, results, retryDelaysMs);
      for (const [i, { done }] of batch.entries()) {
        if (!written[i]) countFencedWrite();
        done();
      }
    } catch (err) {
      if (isUnavailable(err) || batch.length === 1) {
        for (const each of batch) this.#failed(each, err);
        return;
      }
      log.warn({ err, attempts: batch.length }, 'attempts are recorded one by one');
      for (const each of batch) await this.#write([each]);
    }
  }

  /**
   * Tried again until the lease is over: after that somebody else attempts the delivery again, and
   * this result would not be taken any more.
   */
  #failed(waiting: Waiting, err: unknown): void {
    const { result, leaseEndsAt, pauseMs, done } = waiting;
    if (isUnavailable(err) && performance.now() + pauseMs < leaseEndsAt) {
      waiting.pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS);
      setTimeout(() => this.#enqueue(waiting), pauseMs);
      return;
    }
    this.#deps.log.error({ err, delivery: result.id }, 'an attempt could not be recorded');
    done();
  }
}
