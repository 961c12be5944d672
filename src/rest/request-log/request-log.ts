import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Clock } from '../../shared/clock.ts';
import { codeOf } from '../../shared/error-code.ts';
import type { Logger } from '../../shared/log.ts';
import type { Exchange } from '../exchange.ts';
import { countDroppedLines } from '../metrics.ts';
import { Counts, type DayCount } from './counts.ts';
import { findTeams } from './find-teams.ts';
import { Flood } from './flood.ts';
import { isKnown, type Line, lineOf } from './line.ts';
import { type Batch, writeBatch } from './write-lines.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; isOn: boolean; everyMs?: number };

const EVERY_MS = 1_000;
/** Encoding them keeps requests waiting for about three milliseconds. */
const BATCH = 2_000;
/** About 10 MB. Beyond it lines are dropped until these are written. */
const MAX_LINES = 10_000;
/** So many counters are written with each batch, more only every ten seconds: each costs a row. */
const FEW_COUNTS = 50;
const COUNTS_EVERY_MS = 10_000;
const DUPLICATE = '23505';

/**
 * The log of requests that a team reads. A request only notes its line in memory. Batches are written
 * beside the requests, on a connection of their own, so that no request ever waits for the log.
 */
export class RequestLog {
  readonly #deps: Deps;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #counts = new Counts();
  readonly #flood = new Flood();
  #lines: Line[] = [];
  #writing: Promise<void> | undefined;
  #failed = false;
  /** PostgreSQL may have written it: the answer was lost. It is tried again as it is. */
  #uncertain: Batch | undefined;
  #countedAt = performance.now();
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    if (deps.isOn) {
      this.#timer = setInterval(() => void this.#write(1), deps.everyMs ?? EVERY_MS).unref();
    }
  }

  note(exchange: Exchange, status: number): void {
    if (!this.#deps.isOn) return;
    const line = lineOf(exchange, status);
    if (!line) return;
    if (this.#flood.isOver(exchange.admission, line)) this.#drop(line, 'flood');
    else if (this.#waiting >= MAX_LINES) this.#drop(line, 'overload');
    else this.#lines.push(line);
    // While the database is away, the timer tries again.
    if (this.#lines.length >= BATCH && !this.#failed) void this.#write(BATCH);
  }

  /** Writes what is left, so that an orderly stop loses nothing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    this.#isStopping = true;
    await this.#write(1);
    countDroppedLines('overload', this.#waiting);
  }

  get #waiting(): number {
    return this.#lines.length + (this.#uncertain?.lines.length ?? 0);
  }

  get #countsAreDue(): boolean {
    if (this.#isStopping || this.#counts.size <= FEW_COUNTS) return true;
    return performance.now() - this.#countedAt >= COUNTS_EVERY_MS;
  }

  /** A request without a line counts in the usage of its key all the same. */
  #drop(line: Line, reason: 'flood' | 'overload'): void {
    if (isKnown(line)) this.#counts.add(line);
    countDroppedLines(reason, 1);
  }

  #write(least: number): Promise<void> {
    this.#writing ??= this.#writeAll(least).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Batch by batch, as long as `least` lines are there. The rest waits for the next second. */
  async #writeAll(least: number): Promise<void> {
    this.#failed = false;
    try {
      do {
        await this.#writeBatch();
      } while (this.#lines.length >= least);
    } catch (err) {
      this.#failed = true;
      this.#deps.log.warn({ err }, 'writing the request log failed');
    }
  }

  async #writeBatch(): Promise<void> {
    const uncertain = this.#uncertain;
    const batch = uncertain ?? (await this.#nextBatch());
    this.#uncertain = undefined;
    try {
      await writeBatch(this.#deps.pool, batch);
    } catch (err) {
      // The first try has written it after all, lines and counters.
      if (uncertain && codeOf(err) === DUPLICATE) return;
      if (isUnavailable(err)) this.#uncertain = batch;
      else countDroppedLines('refused', batch.lines.length);
      throw err;
    }
  }

  async #nextBatch(): Promise<Batch> {
    const noted = this.#lines.splice(0, BATCH);
    try {
      const lines = await findTeams(this.#deps, noted);
      for (const line of lines) this.#counts.add(line);
      return { lines, counts: this.#takeCounts() };
    } catch (err) {
      if (isUnavailable(err)) this.#lines = [...noted, ...this.#lines];
      else countDroppedLines('refused', noted.length);
      throw err;
    }
  }

  #takeCounts(): DayCount[] {
    if (!this.#countsAreDue) return [];
    this.#countedAt = performance.now();
    return this.#counts.take();
  }
}
