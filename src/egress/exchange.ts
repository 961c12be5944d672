import type { Dispatcher } from 'undici';
import type { Deadlines } from '../shared/deadlines.ts';
import { type AttemptError, AttemptFailure, exchangeFailure } from './attempt-error.ts';
import type { Connection } from './connection.ts';
import { Excerpt } from './excerpt.ts';

/** What came of an attempt. `code` and `excerpt` are null when no status came. */
export type Outcome = {
  code: number | null;
  ms: number;
  excerpt: string | null;
  error: AttemptError | null;
};

/** `lost`: the receiver had given the connection up when we wrote; nothing of an answer came. */
export type End = 'idle' | 'broken' | 'lost';

/**
 * One request and its answer under one deadline. Once a status has come it decides, whatever becomes
 * of the body (D155).
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #reject: (error: unknown) => void;
  readonly #startedAt = performance.now();
  readonly #running: Deadlines<Exchange>;
  readonly #excerpt = new Excerpt();
  #connection: Connection | undefined;
  #onEnd: ((end: End) => void) | undefined;
  #deadline: AbortController | undefined;
  #hasAnswer = false;
  #code: number | null = null;
  #isOver = false;

  constructor(running: Deadlines<Exchange>) {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.outcome = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#running = running;
    running.add(this);
  }

  /** Of the deadline; made for those who wait for something, which is rare. */
  get signal(): AbortSignal {
    this.#deadline ??= new AbortController();
    return this.#deadline.signal;
  }

  /** Over before the deadline, or by it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends the request; `onEnd` hears how it left the connection. */
  run(
    connection: Connection,
    request: Dispatcher.DispatchOptions,
    onEnd: (end: End) => void,
  ): void {
    this.#connection = connection;
    this.#onEnd = onEnd;
    connection.dispatch(request, this);
  }

  fail(error: unknown): void {
    if (error instanceof AttemptFailure) {
      this.#settle(error.reason);
      return;
    }
    this.#finish();
    this.#reject(error);
  }

  onRequestStart(): void {
    // undici asks for it.
  }

  onResponseStarted(): void {
    this.#hasAnswer = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#code = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver || !this.#excerpt.add(chunk)) return;
    this.#settleByStatus();
    // What has already arrived may hold the end, and then the connection can be used again.
    setImmediate(() => this.#leave());
  }

  onResponseEnd(): void {
    this.#settleByStatus();
    this.#end('idle');
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const failure = exchangeFailure(error);
    const isLost = failure?.reason === 'reset' && !this.#hasAnswer && this.#connection?.isReused;
    if (isLost && !this.#isOver) {
      this.#end('lost');
      return;
    }
    if (this.#code !== null) this.#settleByStatus();
    else this.fail(failure ?? error);
    this.#end('broken');
  }

  /** The deadline. */
  expire(): void {
    if (this.#code !== null) this.#settleByStatus();
    else this.#settle('timeout');
    this.#deadline?.abort();
    this.#leave();
  }

  #settleByStatus(): void {
    const isSuccess = this.#code !== null && this.#code >= 200 && this.#code <= 299;
    this.#settle(isSuccess ? null : 'http_status');
  }

  #settle(error: AttemptError | null): void {
    if (this.#isOver) return;
    this.#finish();
    const ms = Math.round(performance.now() - this.#startedAt);
    const excerpt = this.#code === null ? null : this.#excerpt.text();
    this.#resolve({ code: this.#code, ms, excerpt, error });
  }

  #finish(): void {
    this.#isOver = true;
    this.#running.delete(this);
  }

  #leave(): void {
    this.#connection?.destroy();
    this.#end('broken');
  }

  #end(end: End): void {
    const onEnd = this.#onEnd;
    this.#onEnd = undefined;
    this.#connection = undefined;
    onEnd?.(end);
  }
}
