/** A slower reader is ended. Any connection on which a page of the app opens is faster than this. */
const BYTES_PER_MS = 32;
const WINDOW_MS = 60_000;

/**
 * Ends an export whose reader takes less than 32 KB a second over a minute. Only the time in which bytes wait
 * for the reader counts. Each byte that the reader takes gives its share of the minute back.
 */
export class LeastRate {
  readonly #controller = new AbortController();
  #leftMs = WINDOW_MS;
  #bytes = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Called when `bytes` begin to wait for the reader. */
  sent(bytes: number): void {
    this.#bytes = bytes;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#leftMs);
  }

  /** Called when the reader has taken the bytes, or has gone. */
  taken(): void {
    clearTimeout(this.#timer);
    const waited = performance.now() - this.#since;
    this.#leftMs = Math.min(WINDOW_MS, this.#leftMs - waited + this.#bytes / BYTES_PER_MS);
  }
}
