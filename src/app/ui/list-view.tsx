import { type ReactNode, useEffect, useRef } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';
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

type Props<R> = { list: Pages<R>; empty: ReactNode; children: (rows: readonly R[]) => ReactNode };

/** A list by cursor. It shows that the list loads, is empty, or has failed, and loads further pages. */
export function ListView<R>({ list, empty, children }: Props<R>) {
  const t = useTexts(uiTexts);
  if (!list.data) {
    if (list.error) return <FailureScreen error={list.error} retry={() => void list.refetch()} />;
    return <ListSkeleton />;
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

export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  const t = useTexts(uiTexts);
  return (
    <div aria-busy="true" className="overflow-hidden rounded-xl border border-line bg-card">
      <p className="hidden-text" role="status">
        {t.loading}
      </p>
      <div className="h-9 border-b border-line bg-side" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <div className="flex h-11 items-center border-b border-line px-4 last:border-0" key={row}>
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

type More = { label: string; isBusy: boolean; load: () => unknown };

/** Loads further rows when it comes into view. The button is for the keyboard. */
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
