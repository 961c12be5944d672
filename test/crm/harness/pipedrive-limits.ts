import type { FakeAnswer } from './fake-server.ts';

/** The tokens that a request costs. Lists of v2 cost half of those of v1. */
const costs: [RegExp, number][] = [
  [/^\/api\/v2\//, 10],
  [/^\/api\/v1\/users\/me/, 2],
  [/^\/api\/v1\//, 20],
];

/** Counts the tokens of a day and the requests in two seconds, and shuts out clients that ignore 429s. */
export class PipedriveLimits {
  /** Null: no daily limit, and no headers about it. */
  daily: { tokens: number; used: number } | null = null;
  burst: { requests: number } | null = null;
  /** After this many requests that ignore a 429, Cloudflare answers. */
  shutsOutAfter = 3;
  #window = { from: 0, used: 0, ignored: 0 };

  refuse(path: string): FakeAnswer | null {
    const cost = costs.find(([on]) => on.test(path))?.[1] ?? 20;
    if (this.burst && this.#isBurst(this.burst.requests)) {
      if (this.#window.ignored > this.shutsOutAfter) {
        return {
          status: 403,
          html: '<html><title>Attention Required! | Cloudflare</title></html>',
        };
      }
      return { ...failed(429, 'request over limit'), headers: this.headers() };
    }
    if (!this.daily) return null;
    if (this.daily.used + cost > this.daily.tokens) {
      this.daily.used = this.daily.tokens;
      const headers = { ...this.headers(), 'retry-after': '3' };
      return { ...failed(429, 'daily API token limit'), headers };
    }
    this.daily.used += cost;
    return null;
  }

  headers(): Record<string, string> {
    const { daily, burst } = this;
    return {
      ...(daily && {
        'x-daily-ratelimit-token-limit': `${daily.tokens}`,
        'x-daily-ratelimit-token-remaining': `${daily.tokens - daily.used}`,
      }),
      ...(burst && {
        'x-ratelimit-limit': `${burst.requests}`,
        'x-ratelimit-remaining': `${Math.max(burst.requests - this.#window.used, 0)}`,
        'x-ratelimit-reset': '2',
      }),
    };
  }

  #isBurst(allowed: number): boolean {
    const now = performance.now();
    if (now - this.#window.from > 2000) this.#window = { ...this.#window, from: now, used: 0 };
    this.#window.used += 1;
    const isOver = this.#window.used > allowed;
    this.#window.ignored = isOver ? this.#window.ignored + 1 : 0;
    return isOver;
  }
}

export const failed = (status: number, error: string): FakeAnswer => ({
  status,
  json: { success: false, error, error_code: status },
});
