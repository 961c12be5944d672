import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import { codeOf } from '../../shared/errors/system-error-code.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Exchange } from '../exchange.ts';
import { countDroppedLines } from '../metrics.ts';
import { Counts, type DayCount } from './counts.ts';
import { findTeams } from './find-teams.ts';
import { Flood } from './flood.ts';
import { isOfTeam, type Line, lineOf, type UnresolvedLine } from './line.ts';
import { PendingLines } from './pending-lines.ts';
import { type Batch, writeBatch } from './write-lines.ts';

type Deps = {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  isOn: boolean;
};

const EVERY_MS = 1_000;
/** When this many lines wait, they are written at once. */
const MANY_LINES = 500;
/** The most lines that wait, about 10 MB. Above that, further lines are dropped. */
const MAX_LINES = 10_000;
/**
 * A batch writes at most this many counters, and more only every ten seconds, because each counter costs a
 * row.
 */
const FEW_COUNTS = 50;
const COUNTS_EVERY_MS = 10_000;
const DUPLICATE = '23505';

/**
 * The log of a team's requests. A request only adds its line in memory. Batches are written beside the
 * requests, on a connection of their own, so no request ever waits for the log.
 */
export class RequestLog {
  readonly #deps: Deps;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #counts = new Counts();
  readonly #flood = new Flood();
  #pending = new PendingLines();
  /** Lines whose team must be looked up first. */
  #unresolved: UnresolvedLine[] = [];
  #writing: Promise<void> | undefined;
  #failed = false;
  /**
   * The batch that is being written. After an error it is tried again unchanged, because PostgreSQL may have
   * written it although its answer was lost.
   */
  #batch: Batch | undefined;
  #countedAt = performance.now();
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    if (deps.isOn) {
      this.#timer = setInterval(() => void this.#write(MANY_LINES), EVERY_MS).unref();
    }
  }

  note(exchange: Exchange, status: number): void {
    if (!this.#deps.isOn) return;
    const line = lineOf(exchange, status);
    if (!line) return;
    // The usage of the key counts a request even if it gets no line.
    if (isOfTeam(line)) this.#counts.add(line);
    if (this.#flood.isOver(exchange.admission, line)) countDroppedLines('flood', 1);
    else if (this.#waiting >= MAX_LINES) countDroppedLines('overload', 1);
    else this.#keep(line);
    // While the database is away, the timer tries again.
    if (this.#unwritten >= MANY_LINES && !this.#failed) void this.#write(MANY_LINES);
  }

  /** Writes the remaining lines, so that an orderly stop loses nothing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    this.#isStopping = true;
    await this.#write(1);
    countDroppedLines('overload', this.#waiting);
  }

  /** How many lines are in no batch yet. */
  get #unwritten(): number {
    return this.#pending.size + this.#unresolved.length;
  }

  get #waiting(): number {
    return this.#unwritten + (this.#batch?.lines ?? 0);
  }

  get #countsAreDue(): boolean {
    if (this.#isStopping || this.#counts.size <= FEW_COUNTS) return true;
    return performance.now() - this.#countedAt >= COUNTS_EVERY_MS;
  }

  #keep(line: Line): void {
    if (isOfTeam(line)) this.#pending.add(line);
    else this.#unresolved.push(line);
  }

  #write(least: number): Promise<void> {
    this.#writing ??= this.#writeAll(least).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /**
   * Writes one batch after the other while at least `least` lines wait. The rest waits for the next second.
   */
  async #writeAll(least: number): Promise<void> {
    this.#failed = false;
    try {
      do {
        await this.#writeBatch();
      } while (this.#unwritten >= least || (this.#isStopping && this.#counts.size > 0));
    } catch (err) {
      this.#failed = true;
      this.#deps.log.warn({ err }, 'writing the request log failed');
    }
  }

  async #writeBatch(): Promise<void> {
    const isAgain = this.#batch !== undefined;
    this.#batch ??= await this.#nextBatch();
    const batch = this.#batch;
    try {
      await writeBatch(this.#deps.pool, batch);
    } catch (err) {
      if (isUnavailable(err)) throw err;
      this.#batch = undefined;
      // The first try has written the batch, both lines and counters, although its answer was lost.
      if (isAgain && codeOf(err) === DUPLICATE) return;
      countDroppedLines('refused', batch.lines);
      throw err;
    }
    this.#batch = undefined;
  }

  async #nextBatch(): Promise<Batch> {
    await this.#findTeams();
    const pending = this.#pending;
    this.#pending = new PendingLines();
    return { lines: pending.size, rows: pending.rows(), counts: this.#takeCounts() };
  }

  async #findTeams(): Promise<void> {
    const unresolved = [...this.#unresolved];
    try {
      for (const line of await findTeams(this.#deps, unresolved)) {
        this.#counts.add(line);
        this.#pending.add(line);
      }
    } catch (err) {
      if (isUnavailable(err)) throw err;
      countDroppedLines('refused', unresolved.length);
      this.#unresolved.splice(0, unresolved.length);
      throw err;
    }
    this.#unresolved.splice(0, unresolved.length);
  }

  #takeCounts(): DayCount[] {
    if (!this.#countsAreDue) return [];
    this.#countedAt = performance.now();
    return this.#counts.take();
  }
}
