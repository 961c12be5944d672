import { ApiError } from '../core/errors.ts';
import { type FeedPage, sleepUntil, WAIT_S } from '../core/feed.ts';

/** What `load` gives back of what `apply` has stored last. */
export type CopyState = {
  cursor: string;
  generation: number;
};

/** What a copy lacks. Write all of it in one transaction. */
export type CopyStep<C, T> = CopyState & {
  /**
   * In their order. Put each `object` in the place of the one with its `type` and `id`, with its
   * `member_id` and this `generation`. Without an object, remove it; if it is a member, also what has
   * its `member_id`: trainings and evaluations. If the change is `erased`, remove whatever else you
   * know of the person.
   */
  changes: C[];
  /** If true, then remove every object of these `types` that has a smaller `generation`. */
  ends: boolean;
  types: readonly T[];
};

/** Where a copy is kept. */
export type CopyTarget<C, T> = {
  /** The cursor and the generation that `apply` has stored last. Nothing for a new copy. */
  load(): CopyLoaded | Promise<CopyLoaded>;
  /** Writes a step, and stores its `cursor` and `generation`: all in one transaction. */
  apply(step: CopyStep<C, T>): unknown;
};
type CopyLoaded = CopyState | null | undefined;

export type CopyOptions<S, C, T> = {
  client: S;
  /** What the copy has. The key needs the scopes of their lists. */
  types: readonly T[];
  into: CopyTarget<C, T>;
  /**
   * Called with the types that the team has closed (`member_detail_enabled`), and with an empty list
   * when all are open again. Until then the copy keeps what it has of them, and goes on with the others.
   */
  onClosed?: ((types: T[]) => unknown) | undefined;
  /** Ends the copy: it lets `apply` finish, and then returns. */
  signal?: AbortSignal | undefined;
};

/** The client, as far as a copy needs it. */
export type ChangeSource<C> = {
  changes: {
    follow(
      query: { cursor: string | undefined; types: string; limit: number; wait: number },
      signal: AbortSignal | undefined,
    ): Promise<{ page: FeedPage<C>; next: number } | undefined>;
  };
};

export type MakeCopy<S, C, T> = (options: CopyOptions<S, C, T>) => Promise<void>;

/** How far the copy is in a list of types. */
type Place = {
  cursor: string;
  /** It has read everything once. */
  whole: boolean;
};

/** These can be read while `member_detail_enabled` is off. */
const alwaysOpen = ['member', 'deal', 'objection'];

export async function copy<C extends { change: string }, T extends string>({
  client,
  types,
  into,
  onClosed,
  signal,
}: CopyOptions<ChangeSource<C>, C, T>): Promise<void> {
  const all = [...new Set(types)].sort();
  const open = all.filter((type) => alwaysOpen.includes(type));
  const stored = await into.load();
  let generation = stored?.generation ?? 0;
  // A cursor belongs to its list of types: there is one for all, and one for those that stay open. What the one has put
  // the other tells again as it is then, so each goes on where it was.
  const places = new Map<string, Place>(Object.entries(JSON.parse(stored?.cursor ?? '{}')));
  let isClosed = false;
  let isHeld = false;
  let asksAllAt = 0;
  while (!signal?.aborted) {
    const asksAll = !isClosed || performance.now() >= asksAllAt;
    const list = asksAll ? all : open;
    if (list.length === 0) {
      await sleepUntil(asksAllAt, signal);
      continue;
    }
    const name = list.join();
    const place = places.get(name);
    // Until the copy is whole, answers should not wait, unless the service is about to open the list.
    const wait = place && (place.whole || isHeld) && !(isClosed && asksAll) ? WAIT_S : 0;
    const query = { cursor: place?.cursor, types: name, limit: 200, wait };
    let read: Awaited<ReturnType<typeof client.changes.follow>>;
    try {
      read = await client.changes.follow(query, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'privacy_restricted' && asksAll) {
        if (!isClosed) onClosed?.(all.filter((type) => !open.includes(type)));
        isClosed = true;
        asksAllAt = performance.now() + WAIT_S * 1000;
      } else if (error.errors.some(({ code }) => code === 'cursor_expired')) {
        // A restored backup makes every cursor doubtful.
        places.clear();
      } else throw error;
      continue;
    }
    if (!read) return;
    if (isClosed && asksAll) {
      isClosed = false;
      onClosed?.([]);
    }
    const { data: changes, cursor, has_more } = read.page;
    if (!place) generation += 1;
    const ends = !place?.whole && !has_more;
    // What another list has put or removed meanwhile is not known to an unfinished beginning: it begins again.
    for (const [other, { whole }] of places) {
      if (!whole || ![all.join(), open.join()].includes(other)) places.delete(other);
    }
    places.set(name, { cursor, whole: ends || (place?.whole ?? false) });
    if (changes.length > 0 || ends || cursor !== place?.cursor) {
      const text = JSON.stringify(Object.fromEntries(places));
      await into.apply({ changes, cursor: text, generation, ends, types: list });
    }
    isHeld = changes.length === 0;
    await sleepUntil(read.next, signal);
  }
}
