import { sleep } from './sleep.ts';

/** Reports the end of a request: its headers, that its limit is another one, or that no answer came. */
export type Ended = (headers: Headers | 'uncounted' | 'unanswered') => void;

/** How long all calls may go on if the request that should bring the numbers got no answer. */
const BLIND_MS = 1000;

/**
 * Keeps the requests of a client below the rate limit. The server counts in windows of a minute, and
 * each answer says how many requests are left in the window. While this number is not known, one
 * request is sent alone.
 */
export class Pace {
  readonly #leave: number;
  #left: number | undefined;
  #endsAt = 0;
  #first: Promise<void> | undefined;

  constructor(leave: number) {
    this.#leave = leave;
  }

  /** Waits until a request may be sent. Call the returned function when the request has ended. */
  async enter(signal: AbortSignal | undefined): Promise<Ended> {
    for (;;) {
      signal?.throwIfAborted();
      const wait = this.#endsAt - performance.now();
      if (wait <= 0) this.#left = undefined;
      if (this.#left === undefined) {
        if (this.#first === undefined) return this.#enterFirst();
        await this.#first;
      } else if (this.#left > this.#leave) {
        this.#left -= 1;
        return (headers) => this.#note(headers);
      } else {
        await sleep(wait, signal);
      }
    }
  }

  #enterFirst(): Ended {
    let open = () => {};
    this.#first = new Promise((resolve) => {
      open = resolve;
    });
    return (headers) => {
      this.#note(headers);
      if (headers === 'unanswered') {
        // While the server is silent, a call must not wait for the time limits of other calls.
        this.#left = Number.POSITIVE_INFINITY;
        this.#endsAt = performance.now() + BLIND_MS;
      }
      this.#first = undefined;
      open();
    };
  }

  /** Keeps the smallest number of a window, because answers may arrive in another order. */
  #note(headers: Parameters<Ended>[0]): void {
    if (typeof headers === 'string') return;
    const remaining = numberOf(headers, 'ratelimit-remaining');
    const reset = numberOf(headers, 'ratelimit-reset');
    if (remaining === undefined || reset === undefined) return;
    this.#left = Math.min(this.#left ?? remaining, remaining);
    this.#endsAt = performance.now() + reset * 1000;
  }
}

/**
 * How many milliseconds lie between two requests if those that are left, except `leave`, are spread over the rest of
 * the window.
 */
export function spread(headers: Headers, leave: number): number {
  const remaining = numberOf(headers, 'ratelimit-remaining');
  const reset = numberOf(headers, 'ratelimit-reset');
  if (remaining === undefined || reset === undefined) return 0;
  return (reset * 1000) / Math.max(1, remaining - leave);
}

function numberOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
