import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher as Undici } from 'undici';
import type { Deadlines } from '../shared/time/deadlines.ts';
import { type AttemptError, AttemptFailure, requestFailure } from './attempt-error.ts';
import type { Connection } from './connection.ts';

/** The result of a request. `code` and `excerpt` are null if no status came. */
export type SendResult = {
  code: number | null;
  ms: number;
  excerpt: string | null;
  error: AttemptError | null;
};

/**
 * How a request leaves its connection. `unread`: the receiver had closed a connection that was used
 * before, and no part of an answer came.
 */
export type ConnectionAfter = 'idle' | 'broken' | 'unread';

/**
 * One request and its answer under one deadline. Once a status has come, it decides the result,
 * even if the body breaks off (D155).
 */
export class WebhookRequest implements Undici.DispatchHandler {
  readonly result: Promise<SendResult>;
  readonly #resolve: (result: SendResult) => void;
  readonly #reject: (error: unknown) => void;
  readonly #startedAt = performance.now();
  readonly #running: Deadlines<WebhookRequest>;
  readonly #excerpt = new Excerpt();
  #connection: Connection | undefined;
  #onEnd: ((after: ConnectionAfter) => void) | undefined;
  #deadline: AbortController | undefined;
  #hasAnswer = false;
  #code: number | null = null;
  #isOver = false;

  constructor(running: Deadlines<WebhookRequest>) {
    const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#running = running;
    running.add(this);
  }

  /** Aborts at the deadline. The signal is made when somebody reads it, because most requests need none. */
  get signal(): AbortSignal {
    this.#deadline ??= new AbortController();
    return this.#deadline.signal;
  }

  /** True if there is a result: an answer has come, or the deadline has passed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends the request, and calls `onEnd` when the connection is free or broken. */
  run(
    connection: Connection,
    options: Undici.DispatchOptions,
    onEnd: (after: ConnectionAfter) => void,
  ): void {
    this.#connection = connection;
    this.#onEnd = onEnd;
    connection.dispatch(options, this);
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
    // undici requires this method.
  }

  onResponseStarted(): void {
    this.#hasAnswer = true;
  }

  onResponseStart(_: Undici.DispatchController, status: number): void {
    if (status >= 200) this.#code = status;
  }

  onResponseData(_: Undici.DispatchController, chunk: Buffer): void {
    if (this.#isOver || !this.#excerpt.add(chunk)) return;
    this.#settleByStatus();
    // The bytes that have arrived may contain the end of the answer. Then the connection can be used again.
    setImmediate(() => this.#leave());
  }

  onResponseEnd(): void {
    this.#settleByStatus();
    this.#end('idle');
  }

  onResponseError(_: Undici.DispatchController | null, error: Error): void {
    const failure = requestFailure(error);
    const isUnread = failure?.reason === 'reset' && !this.#hasAnswer && this.#connection?.isReused;
    if (isUnread && !this.#isOver) {
      this.#end('unread');
      return;
    }
    if (this.#code !== null) this.#settleByStatus();
    else this.fail(failure ?? error);
    this.#end('broken');
  }

  /** Ends the request at its deadline. */
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

  #end(after: ConnectionAfter): void {
    const onEnd = this.#onEnd;
    this.#onEnd = undefined;
    this.#connection = undefined;
    onEnd?.(after);
  }
}

const MAX_CODE_POINTS = 1000;
const MAX_BYTES = MAX_CODE_POINTS * 4;

/** The beginning of a body as text. Bytes that are not UTF-8 are replaced (D155). */
class Excerpt {
  /** The first chunk, which is not decoded yet: most answers are short and need no decoder. */
  #first: Buffer | undefined;
  #decoder: StringDecoder | undefined;
  #text = '';
  #isFull = false;

  /** Returns true once the excerpt is complete. */
  add(chunk: Buffer): boolean {
    if (this.#isFull) return true;
    if (!this.#first) {
      this.#first = chunk;
      if (chunk.length < MAX_CODE_POINTS) return false;
    } else if (!this.#decoder) this.#decode(this.#first);
    this.#decode(chunk);
    return this.#isFull;
  }

  /** The text without NUL, because PostgreSQL refuses a NUL. */
  text(): string {
    if (!this.#isFull) {
      this.#text += (this.#decoder ? this.#decoder.end() : this.#first?.toString()) ?? '';
      this.#cut();
    }
    return this.#text.replaceAll('\0', '').toWellFormed();
  }

  #decode(chunk: Buffer): void {
    this.#decoder ??= new StringDecoder('utf8');
    this.#text += this.#decoder.write(chunk.subarray(0, MAX_BYTES));
    this.#cut();
  }

  #cut(): void {
    if (this.#text.length < MAX_CODE_POINTS) return;
    let end = 0;
    for (let count = 0; count < MAX_CODE_POINTS; count++) {
      if (end >= this.#text.length) return;
      end += (this.#text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    }
    this.#text = this.#text.slice(0, end);
    this.#isFull = true;
  }
}
