import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

type Filters<N extends string> = Partial<Record<N, string>>;
type Search = Record<string, string | undefined>;
type SetFilters<N extends string> = (change: Filters<N>, isDrillDown?: boolean) => void;

/** Names in the address that are no filters. */
type Kinds<N extends string> = {
  tabs?: readonly N[];
  /** Drawers and dialogs. */
  drawers?: readonly N[];
};

/** What an entry of the history remembers of its origin. */
type Made = {
  /** The filters of the entry before, if that is on the same page. */
  madeFrom?: string | undefined;
  byFilters?: boolean;
};

/**
 * Filters, tabs and open dialogs in the address. They survive a reload, and people can send them to others.
 *
 * Choosing a tab, opening a drawer and drilling down make an entry of the history each. Successive changes of
 * filters make one entry together. Closing a drawer goes back to the entry in which it was opened.
 */
export function useFilters<N extends string>(
  names: readonly N[],
  { tabs = [], drawers = [] }: Kinds<N> = {},
): [Filters<N>, SetFilters<N>] {
  const search = useSearch({ strict: false }) as Search;
  const set = useSetFilters();
  const existing = names.filter((name) => search[name]).map((name) => [name, search[name]]);
  return [
    Object.fromEntries(existing) as Filters<N>,
    (change, isDrillDown = false) => set(change, { tabs, drawers, isDrillDown }),
  ];
}

type Kind = { tabs?: readonly string[]; drawers?: readonly string[]; isDrillDown?: boolean };

/** Changes filters in the address, and makes the entry of the history that `useFilters` describes. */
function useSetFilters() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const { history } = useRouter();
  return (change: Search, { tabs = [], drawers = [], isDrillDown = false }: Kind) => {
    const next = filled({ ...search, ...change });
    const [from, to] = [textOf(filled(search)), textOf(next)];
    if (from === to) return;
    const { madeFrom, byFilters } = history.location.state as Made;
    const go = (replace: boolean, made: Made) =>
      void navigate({
        to: '.',
        search: next as never,
        replace,
        resetScroll: false,
        state: made as never,
      });
    const changed = (name: string) => search[name] !== next[name];
    const opened = drawers.some((name) => !search[name] && next[name]);
    if (isDrillDown || opened || tabs.some(changed)) go(false, { madeFrom: from });
    else if (drawers.some(changed)) {
      const isClosed = drawers.every((name) => !next[name]);
      // The drawer has already asked whether its unsaved changes may be lost.
      if (isClosed && to === madeFrom) history.back({ ignoreBlocker: true });
      else go(true, isClosed ? {} : { madeFrom });
    } else if (byFilters) go(true, { madeFrom, byFilters });
    else go(false, { madeFrom: from, byFilters: true });
  };
}

/** Where a row of a list leads: a path of the app, or what it changes in the address of its own page. */
export type RowTarget = string | Search;

/** The address of a target, and the way there. A change of one name opens a drawer, or shows another row in it. */
export function useRowTargets() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const set = useSetFilters();
  const { basepath, options } = useRouter();
  return {
    hrefOf: (target: RowTarget) =>
      typeof target === 'string'
        ? basepath + target
        : options.stringifySearch({ ...search, ...target }),
    follow: (target: RowTarget) => {
      if (typeof target === 'string') return void navigate({ to: target });
      const drawers = Object.keys(target);
      return set(target, { drawers, isDrillDown: drawers.length > 1 });
    },
  };
}

function filled(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value));
}

/** A text of the filters that does not depend on their order. */
function textOf(search: Search): string {
  return JSON.stringify(Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1)));
}
