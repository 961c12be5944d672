import { useEffect } from 'react';
import type { PageDefinition } from '../pages/page-definition.ts';
import { pages } from '../pages/registered.ts';
import type { Session } from '../session/session.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { partOf } from './page-parts.ts';
import { listedPages, mayOpen } from './pages-of.ts';

/** How long the page has the network for itself, to load what it shows. */
const PAUSE_MS = 1_500;

/**
 * Loads the code of pages that the person may open next while the browser is idle. They then open at once, even without
 * a connection.
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
      // A failure does not matter here: the page reports it when the person opens it.
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

/** False for people who save data, and on slow connections. */
function mayLoadAhead(): boolean {
  type Connection = { saveData?: boolean; effectiveType?: string };
  const { connection } = navigator as { connection?: Connection };
  const isSlow = connection?.saveData || /2g$/.test(connection?.effectiveType ?? '');
  return navigator.onLine && !isSlow;
}

/** How many entries of the navigation, before and after the present one, are loaded. */
const SIDE = 2;

/**
 * The pages that a person probably opens next: the neighbours in the navigation, and pages whose path begins with this
 * path or the other way round.
 */
function nextPages(
  page: PageDefinition,
  { all, listed }: { all: readonly PageDefinition[]; listed: readonly PageDefinition[] },
): PageDefinition[] {
  const index = listed.findIndex((one) => page.path === one.path || isBelow(page, one));
  const beside = index < 0 ? [] : listed.slice(Math.max(0, index - SIDE), index + SIDE + 1);
  const related = all.filter((one) => isBelow(one, page) || isBelow(page, one));
  return [...new Set([...related, ...beside])].filter((one) => one !== page);
}

function isBelow(page: PageDefinition, above: PageDefinition): boolean {
  return page.path.startsWith(`${above.path}/`);
}
