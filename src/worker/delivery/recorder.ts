import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Logger } from '../../shared/process/log.ts';
import { countFencedWrite } from './metrics.ts';
import { type AttemptRecord, recordAttempts } from './record-attempts.ts';

/**
 * A result waits this long for others, because in a batch each result costs half. The only effect is that the
 * list of deliveries shows the result later.
 */
const LINGER_MS = 40;
const MAX_BATCH = 1_024;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

type Deps = { pool: pg.Pool; retryDelaysMs: readonly number[]; log: Logger };
/** The recorder calls `done` when it has written the attempt, or has given up writing it. */
type Waiting = { attempt: AttemptRecord; leaseEndsAt: number; pauseMs: number; done: () => void };

/**
 * Writes the results of attempts in batches, one batch after the other: results that arrive during a
 * write form the next batch. While the database is away, the recorder keeps them and tries again.
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

  add(attempt: AttemptRecord, leaseEndsAt: number, done: () => void): void {
    this.#enqueue({ attempt, leaseEndsAt, pauseMs: FIRST_PAUSE_MS, done });
  }

  /** Writes the waiting results at once. Called when no running attempt could join the batch. */
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
    if (this.#isHurried || this.#waiting.length >= MAX_BATCH) void this.#writeNext();
    else this.#timer ??= setTimeout(() => void this.#writeNext(), LINGER_MS);
  }

  async #writeNext(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isHurried = false;
    this.#isWriting = true;
    await this.#write(this.#waiting.splice(0, MAX_BATCH));
    this.#isWriting = false;
    this.#schedule();
  }

  /**
   * Writes a batch. If the database refuses it, each attempt is written alone, so that one bad row does not
   * lose the others.
   */
  async #write(batch: readonly Waiting[]): Promise<void> {
    const { pool, retryDelaysMs, log } = this.#deps;
    try {
      const attempts = batch.map(({ attempt }) => attempt);
      const written = await recordAttempts(pool, attempts, retryDelaysMs);
      for (const [i, { done }] of batch.entries()) {
        if (!written[i]) countFencedWrite();
        done();
      }
    } catch (err) {
      if (isUnavailable(err) || batch.length === 1) {
        for (const each of batch) this.#failed(each, err);
        return;
      }
      log.warn(
        { err, attempts: batch.length },
        'a batch of attempts was refused; each is written alone',
      );
      for (const each of batch) await this.#write([each]);
    }
  }

  /**
   * Keeps a result for another try until its lease ends. After that another worker may attempt the delivery
   * again, and the database would refuse this result.
   */
  #failed(waiting: Waiting, err: unknown): void {
    const { attempt, leaseEndsAt, pauseMs, done } = waiting;
    if (isUnavailable(err) && performance.now() + pauseMs < leaseEndsAt) {
      waiting.pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      setTimeout(() => this.#enqueue(waiting), pauseMs);
      return;
    }
    this.#deps.log.error({ err, delivery_id: attempt.id }, 'an attempt could not be recorded');
    done();
  }
}
