import { useEffect } from 'react';
import type { PageDefinition } from '../pages/page-definition.ts';
import { pages } from '../pages/registered.ts';
import type { Session } from '../session/session.ts';
import { nextPages } from './next-pages.ts';
import { partOf } from './page-parts.ts';
import { listedPages, mayOpen } from './pages-of.ts';

/** The page itself has this time to load what it shows. */
const PAUSE_MS = 1_500;

/**
 * Loads the pages next to this one while the browser has nothing to do, so that they open at once,
 * also without a connection (P600).
 */
export function useLoadAhead(page: PageDefinition, session: Session | null | undefined): void {
  useEffect(() => {
    if (!session) return undefined;
    const all = pages.filter((one) => mayOpen(one, session));
    const left = nextPages(page, { all, listed: listedPages(session) });
    let cancel = () => {};
    const loadNext = () => {
      const next = left.shift();
      if (!next || !mayLoadAhead()) return;
      // A page that is not there when it is opened says so itself.
      const begin = () =>
        void partOf(next)
          .load()
          .then(rest, () => undefined);
      cancel = whenIdle(begin);
    };
    const rest = () => {
      if (!isOver) loadNext();
    };
    let isOver = false;
    const timer = setTimeout(loadNext, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      cancel();
    };
  }, [page, session]);
}

/** Not for people who save data, and not where the connection is slow. */
function mayLoadAhead(): boolean {
  type Connection = { saveData?: boolean; effectiveType?: string };
  const { connection } = navigator as { connection?: Connection };
  const isSlow = connection?.saveData || /2g$/.test(connection?.effectiveType ?? '');
  return navigator.onLine && !isSlow;
}

/** Safari knows no `requestIdleCallback`. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
