import { writeSync } from 'node:fs';
import { codeOf } from '../errors/system-error-code.ts';

/** The most bytes that wait if nobody reads standard output. */
const LIMIT = 1024 * 1024;
const AGAIN_MS = 10;
/**
 * A pipe takes this many bytes as a whole or not at all, so the lines of several processes do not
 * cut each other.
 */
const AT_ONCE = 4096;
/** At the end of a process, its last lines wait this long for the reader. */
const END_LIMIT_MS = 500;

/**
 * Standard output for log lines. It never waits for its reader. Lines above the limit, and lines that cannot
 * be written, are dropped and counted. `onDropped` is called when all other lines are written.
 */
class StandardOutput {
  /** Lines that were dropped since the process began. */
  dropped = 0;
  onDropped: (lines: number) => void = () => undefined;
  #lines = '';
  #unwritten = Buffer.alloc(0);
  #unreported = 0;
  #busy = false;
  #works = true;

  /**
   * Writes whole lines. The lines of one turn of the event loop are written together, because a write costs
   * more than a line.
   */
  write(lines: string): void {
    if (this.#lines.length + this.#unwritten.length > LIMIT) {
      this.#drop(lines);
      return;
    }
    this.#lines += lines;
    if (this.#busy) return;
    this.#busy = true;
    setImmediate(() => this.#writeOut());
  }

  /** Called at the end of a process, and by pino after a fatal line, before the process exits. */
  flushSync(): void {
    const limit = performance.now() + END_LIMIT_MS;
    while (!this.#writeAll() && performance.now() < limit) sleepSync(AGAIN_MS);
  }

  #writeOut(): void {
    this.#busy = !this.#writeAll();
    // The reader does not read. The timer does not keep the process running.
    if (this.#busy) setTimeout(() => this.#writeOut(), AGAIN_MS).unref();
    else if (this.#works) this.#tell();
  }

  /** Writes as much as the reader takes. Returns false if it takes no more for now. */
  #writeAll(): boolean {
    while (this.#lines !== '' || this.#unwritten.length > 0) {
      if (this.#unwritten.length === 0) {
        this.#unwritten = Buffer.from(this.#lines);
        this.#lines = '';
      }
      try {
        // The first use of `process.stdout` makes the pipe non-blocking: a full one refuses the
        // write.
        const written = writeSync(process.stdout.fd, wholeLines(this.#unwritten));
        this.#unwritten = this.#unwritten.subarray(written);
      } catch (error) {
        if (codeOf(error) === 'EAGAIN') return false;
        // A full disk, or a reader that has gone, ends the log and not the service.
        this.#drop(this.#unwritten.toString());
        this.#unwritten = Buffer.alloc(0);
        this.#works = false;
        continue;
      }
      this.#works = true;
    }
    return true;
  }

  #drop(lines: string): void {
    const count = lines.split('\n').length - 1;
    this.dropped += count;
    this.#unreported += count;
  }

  #tell(): void {
    const count = this.#unreported;
    this.#unreported = 0;
    if (count > 0) this.onDropped(count);
  }
}

/** Takes the lines that one write may contain. A longer line is written as a whole. */
function wholeLines(lines: Buffer): Buffer {
  if (lines.length <= AT_ONCE) return lines;
  const end = lines.lastIndexOf('\n', AT_ONCE - 1) + 1;
  return lines.subarray(0, end || lines.indexOf('\n') + 1 || lines.length);
}

/** The standard output of this process. */
export const standardOutput = new StandardOutput();

process.once('exit', () => standardOutput.flushSync());

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
