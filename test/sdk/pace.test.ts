import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TeamApi } from '../../dist/sdk/typescript/index.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const WINDOW_MS = 60_000;

/** Counts requests in windows of a minute, each from its first request on, as the server does. */
class Limited {
  refused = 0;
  done = 0;
  readonly #limit: number;
  #began = -WINDOW_MS;
  #used = 0;
  #requests = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A delay between 0 and 200 ms, which differs each time. */
  #takes(): number {
    this.#requests += 1;
    return (this.#requests * 73) % 200;
  }

  /** Counts requests of other programs in the window. */
  take(count: number): void {
    this.#used += count;
  }

  readonly fetch = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, this.#takes()));
    const now = performance.now();
    if (now - this.#began >= WINDOW_MS) {
      this.#began = now;
      this.#used = 0;
    }
    const isOver = this.#used >= this.#limit;
    if (isOver) this.refused += 1;
    else this.#used += 1;
    if (!isOver) this.done += 1;
    const reset = String(Math.ceil((this.#began + WINDOW_MS - now) / 1000));
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(this.#limit - this.#used),
      'ratelimit-reset': reset,
      ...(isOver ? { 'retry-after': reset } : {}),
    };
    await new Promise((resolve) => setTimeout(resolve, this.#takes()));
    return new Response('{"data":[]}', { status: isOver ? 429 : 200, headers });
  };
}

function clientOf(server: Limited, pace: boolean | { leave: number }): TeamApi {
  return new TeamApi({ url: 'https://team.example', key: 'k', pace, fetch: server.fetch });
}

test('with a pace no call is refused, and the calls use the whole limit of each minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 30 }),
      fc.nat(1),
      fc.integer({ min: 1, max: 80 }),
      async (limit, leave, count) => {
        const server = new Limited(limit);
        const client = clientOf(server, { leave });
        const began = performance.now();
        const all = Promise.all(Array.from({ length: count }, () => client.me()));
        await vi.runAllTimersAsync();
        await all;
        expect([server.refused, server.done]).toEqual([0, count]);
        const windows = Math.ceil(count / (limit - leave));
        expect(performance.now() - began).toBeLessThan((windows - 1) * (WINDOW_MS + 2000) + 1000);
      },
    ),
    { numRuns: 25 },
  );
});

test('with a pace the calls go on after a window that other programs have used up', async () => {
  const server = new Limited(10);
  const client = clientOf(server, true);
  const first = client.me();
  await vi.runAllTimersAsync();
  await first;
  server.take(9);
  const rest = Promise.all(Array.from({ length: 12 }, () => client.trainings.list()));
  await vi.runAllTimersAsync();
  await rest;
  expect(server.done).toBe(13);
});

test('the limit of invitations, which has its own window, does not delay other calls', async () => {
  const server = new Limited(10);
  const client = new TeamApi({
    url: 'https://team.example',
    key: 'k',
    pace: true,
    fetch: async (_, init) => {
      if (init?.method !== 'POST') return server.fetch();
      const headers = {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '3600',
        'retry-after': '3600',
      };
      return new Response('{"code":"rate_limited"}', { status: 429, headers });
    },
  });
  const refused = client.users.invite({ email: 'a@b.example' }).catch((error) => error.code);
  await vi.runAllTimersAsync();
  expect(await refused).toBe('rate_limited');
  const began = performance.now();
  const call = client.me();
  await vi.runAllTimersAsync();
  await call;
  expect(performance.now() - began).toBeLessThan(1000);
});

test('a call that waits for its turn can be ended, and the waiting does not count for its time limit', async () => {
  const server = new Limited(1);
  const client = clientOf(server, true);
  const first = client.me();
  await vi.runAllTimersAsync();
  await first;
  const stop = new AbortController();
  const ended = client.me({ signal: stop.signal }).catch((error) => error.message);
  const patient = client.me({ totalTimeout: 5000 });
  stop.abort(new Error('enough'));
  expect(await ended).toBe('enough');
  await vi.runAllTimersAsync();
  await patient;
  expect(server.refused).toBe(0);
});

test('while the server is silent, calls do not wait for the time limits of others', async () => {
  const client = new TeamApi({
    url: 'https://team.example',
    key: 'k',
    pace: true,
    maxRetries: 0,
    timeout: 1000,
    fetch: (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  const began = performance.now();
  const calls = Promise.allSettled(Array.from({ length: 50 }, () => client.me()));
  await vi.runAllTimersAsync();
  const codes = (await calls).map((each) => each.status === 'rejected' && each.reason.code);
  expect(new Set(codes)).toEqual(new Set(['timeout']));
  expect(performance.now() - began).toBeLessThan(3000);
});
