import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { uiTexts } from './texts.ts';

/** The part of `useInfiniteQuery` that a list with pages needs. */
type Pages<R> = {
  data: { pages: readonly { data: readonly R[] }[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** How many entries a list has. If all have loaded, nobody counts them. Null: that is not known. */
export function totalOf(
  { data, hasNextPage }: Pick<Pages<unknown>, 'data' | 'hasNextPage'>,
  counted: { total: number | null } | undefined,
): number | null {
  if (!data || hasNextPage) return counted?.total ?? null;
  return data.pages.reduce((sum, page) => sum + page.data.length, 0);
}

type Props<R> = {
  list: Pages<R>;
  empty: ReactNode;
  /** Whether `children` draw a `Table`, which shows its head while its rows load. */
  isTable?: boolean;
  children: (rows: readonly R[]) => ReactNode;
};

/** A list with a cursor. It says that it loads, is empty or has failed, and loads further pages. */
export function ListView<R>({ list, empty, isTable = false, children }: Props<R>) {
  const t = useTexts(uiTexts);
  if (!list.data) {
    return (
      <NotLoaded isList read={list}>
        {isTable ? children([]) : null}
      </NotLoaded>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return empty;
  return (
    <div className="grid gap-3">
      {children(rows)}
      {list.hasNextPage ? (
        <MoreRows isBusy={list.isFetchingNextPage} label={t.more} load={list.fetchNextPage} />
      ) : null}
    </div>
  );
}

type More = { label: string; isBusy: boolean; load: () => unknown };

/** Loads further rows when it scrolls into view. The button is for the keyboard. */
function MoreRows({ label, isBusy, load }: More) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = useRef(load);
  newest.current = load;
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) newest.current();
      },
      { rootMargin: '400px' },
    );
    if (ref.current) seen.observe(ref.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div className="flex justify-center" ref={ref}>
      <Button isBusy={isBusy} onClick={() => load()}>
        {label}
      </Button>
    </div>
  );
}
