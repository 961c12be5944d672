import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/log.ts';
import type { Exchange } from '../exchange.ts';
import { countDroppedLines } from '../metrics.ts';
import { Counts } from './counts.ts';
import { Flood } from './flood.ts';
import { isKnown, type Line, lineOf } from './line.ts';
import { findTeams, writeBatch } from './write-lines.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; isOn: boolean; everyMs?: number };

const EVERY_MS = 1_000;
const BATCH = 500;
/** About 10 MB. Beyond it lines are dropped until these are written. */
const MAX_LINES = 10_000;

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

  constructor(deps: Deps) {
    this.#deps = deps;
    if (deps.isOn) {
      this.#timer = setInterval(() => void this.#write(), deps.everyMs ?? EVERY_MS).unref();
    }
  }

  note(exchange: Exchange, status: number): void {
    if (!this.#deps.isOn) return;
    const line = lineOf(exchange, status);
    if (!line) return;
    if (this.#flood.isOver(exchange.admission, line)) this.#drop(line, 'flood');
    else if (this.#lines.length >= MAX_LINES) this.#drop(line, 'overload');
    else this.#lines.push(line);
    // While the database is away, the timer tries again.
    if (this.#lines.length >= BATCH && !this.#failed) void this.#write();
  }

  /** Writes what is left, so that an orderly stop loses nothing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#write();
    countDroppedLines('overload', this.#lines.length);
  }

  /** A request without a line counts in the usage of its key all the same. */
  #drop(line: Line, reason: 'flood' | 'overload'): void {
    if (isKnown(line)) this.#counts.add(line);
    countDroppedLines(reason, 1);
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#failed = false;
    do {
      await this.#writeBatch(this.#lines.splice(0, BATCH));
      // What is left waits for the next second.
    } while (this.#lines.length > 0 && !this.#failed);
  }

  async #writeBatch(batch: Line[]): Promise<void> {
    const counts = this.#counts.take();
    let lines: Line[] = batch;
    try {
      const known = await findTeams(this.#deps, batch);
      lines = known;
      if (known.length + counts.length > 0) await writeBatch(this.#deps, known, counts);
    } catch (err) {
      this.#failed = true;
      this.#deps.log.warn({ err }, 'writing the request log failed');
      if (isUnavailable(err)) {
        this.#counts.giveBack(counts);
        this.#lines = [...lines, ...this.#lines];
      } else countDroppedLines('refused', lines.length);
    }
  }
}
