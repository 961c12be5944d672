import type { Call } from './prepare.ts';
import { Resource } from './resource.ts';
import { sleep } from './sleep.ts';

/** Where a consumer begins, what it reads, and what ends it. */
export type ConsumeOptions<T extends string = string> = {
  /** The cursor that the handler has stored last. Without it, the consumer begins at `since`, or now. */
  cursor?: string | null | undefined;
  /** Begins with the first event of this time or later. It counts only without `cursor`. */
  since?: string | Date | undefined;
  /** Only these types of events. A cursor belongs to its types. */
  types?: readonly T[] | undefined;
  /** Ends the consumer: it lets the handler finish, and then returns. */
  signal?: AbortSignal | undefined;
};

/**
 * Handles the events of a page, in their order. Store the cursor in the same transaction. The page is
 * empty if only the cursor has moved.
 */
export type EventHandler<E> = (events: E[], cursor: string) => unknown;

/** A page of a feed. */
export type FeedPage<E> = { data: E[]; cursor: string; has_more: boolean };

export const WAIT_S = 20;
/** A waiting call ends at each event. So a page collects the events of this time, and a key is left below its limit. */
const BETWEEN_MS = 600;

/** The feed outlives any outage: only a refusal that no retry mends ends a call. */
const patient = { timeout: 35_000, totalTimeout: Infinity, maxRetries: Infinity };

/** A feed whose answers wait for news. */
class Waiting extends Resource {
  /**
   * Reads a page, however long the service is away, and says when the next may be asked for: a time of
   * `performance.now()`. Gives undefined if the signal has ended it.
   */
  protected async readPage<P extends FeedPage<unknown>>(
    call: Call & { query: { wait: number } },
    signal: AbortSignal | undefined,
  ): Promise<{ page: P; next: number } | undefined> {
    const began = performance.now();
    const answer = await unlessEnded(this.sendWhole(call, { ...patient, signal }), signal);
    if (!answer) return undefined;
    const page = answer.body as P;
    let pause = 0;
    if (page.data.length > 0) pause = Math.max(BETWEEN_MS, this.spread(answer));
    // The service answers at once if too many calls wait already. If it is about to open the list, that takes moments.
    else pause = Math.min(call.query.wait, page.has_more ? 1 : Infinity) * 1000;
    return { page, next: began + pause };
  }
}

/** The changes. The generated class with their operation extends this class. */
export class Changes<P extends FeedPage<unknown>> extends Waiting {
  /** Reads a page for `copy` of `sync`, which you may want instead: see there. */
  follow(
    query: { cursor: string | undefined; types: string; limit: number; wait: number },
    signal: AbortSignal | undefined,
  ): Promise<{ page: P; next: number } | undefined> {
    return this.readPage<P>(
      { operation: 'listChanges', method: 'GET', path: '/changes', query },
      signal,
    );
  }
}

/** The event feed. The generated class with its operation extends this class. */
export class Feed<E extends { type: string }> extends Waiting {
  /**
   * Reads the event feed for ever, and calls the handler with each page of events, in order and at
   * least once. The handler stores the cursor that it gets, in the transaction of its work; give the
   * stored cursor to the next call. If the handler throws, `consume` throws the same error, and the
   * next call gets the same events again.
   *
   * After a page with events it asks again 0.6 seconds later at the earliest, and later if few requests of the minute
   * are left: a waiting call ends at each event, and many events would use up the rate limit.
   *
   * It goes on after 429, broken connections and outages of the service. It throws what no retry
   * mends, such as a `ValidationError` whose `errors` have the code `cursor_expired`: events are
   * missing then, so it never begins anew by itself.
   *
   * Needs the scope `events:read`.
   */
  async consume(
    { cursor: stored, since, types, signal }: ConsumeOptions<E['type']>,
    handle: EventHandler<E>,
  ): Promise<void> {
    let cursor = stored ?? undefined;
    while (!signal?.aborted) {
      // A consumer that begins gets its position at once, so that it misses nothing if it is killed.
      const wait = cursor === undefined ? 0 : WAIT_S;
      const from = cursor === undefined ? { since } : { cursor };
      const query = { ...from, types: types?.join(), wait };
      const call = { operation: 'listEvents', method: 'GET', path: '/events', query };
      const read = await this.readPage<FeedPage<E>>(call, signal);
      if (!read) return;
      const { data, cursor: after } = read.page;
      if (data.length > 0 || after !== cursor) await handle(data, after);
      cursor = after;
      await sleepUntil(read.next, signal);
    }
  }
}

/** Waits until this time of `performance.now()`, or until the signal. */
export async function sleepUntil(time: number, signal: AbortSignal | undefined): Promise<void> {
  const left = time - performance.now();
  if (left > 0) await unlessEnded(sleep(left, signal), signal);
}

/** Gives undefined, instead of an error, if the signal has ended the wait. */
async function unlessEnded<T>(
  waited: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  try {
    return await waited;
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}
