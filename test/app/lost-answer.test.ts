import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchAnswer, lossOf } from '../../src/app/api/lost-answer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The cause that the app finds if the browser's `fetch` behaves like this. */
async function lossWith(fetch: (url: unknown, init: RequestInit) => Promise<Response>) {
  vi.stubGlobal('fetch', fetch);
  const error = await fetchAnswer('/trpc').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return lossOf(TRPCClientError.from(error as Error));
}

test('a missing connection and a silent server are different causes', async () => {
  expect(await lossWith(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('offline');
  const soon = AbortSignal.timeout(1);
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
  const silence = await lossWith((_, { signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  expect(silence).toBe('late');
  // The server has a limit of its own, and says so in its answer. The app must wait longer.
  expect(limit.mock.calls[0]?.[0]).toBeGreaterThan(30_000);
});

test('an answer that is no JSON is explained by its status', async () => {
  const answers = { 200: 'strange', 403: 'refused', 429: 'too_many', 502: 'unavailable' };
  for (const [status, loss] of Object.entries(answers)) {
    const answer = new Response('<h1>', { status: Number(status) });
    expect(await lossWith(async () => answer), status).toBe(loss);
  }
});
