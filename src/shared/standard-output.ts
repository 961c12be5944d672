import { writeSync } from 'node:fs';
import { codeOf } from './error-code.ts';

/** How many bytes wait while the reader of standard output does not read. */
const LIMIT = 1024 * 1024;
const AGAIN_MS = 10;
/** So much a pipe takes as a whole or not at all: the lines of several processes do not cut each other. */
const AT_ONCE = 4096;
/** How long the last lines of a process wait for the reader. */
const END_LIMIT_MS = 500;

/**
 * Standard output as a place for log lines, which never waits for its reader. What is above the limit,
 * or cannot be written, is dropped and counted; `onDropped` hears of it once all lines have gone out.
 */
class StandardOutput {
  /** Lines that were dropped since the process began. */
  dropped = 0;
  onDropped: (lines: number) => void = () => undefined;
  #lines = '';
  #unwritten = Buffer.alloc(0);
  #untold = 0;
  #busy = false;
  #works = true;

  /** Whole lines. Those of one turn of the event loop go out together: a write costs more than a line. */
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

  /** False when the reader takes no more for now. */
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
    this.#untold += count;
  }

  #tell(): void {
    const count = this.#untold;
    this.#untold = 0;
    if (count > 0) this.onDropped(count);
  }
}

/** As many as go out at once; of a longer line all. */
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
