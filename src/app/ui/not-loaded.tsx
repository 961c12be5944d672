import { createContext, type ReactNode } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { useTexts } from '../text/language.ts';
import { Skeleton } from './skeleton.tsx';
import { uiTexts } from './texts.ts';

/** Whether the rows of the tables inside are still being loaded. */
export const RowsLoad = createContext(false);

/** How many rows a list promises while it loads. */
export const PROMISED = 6;

/** The part of `useQuery` and `useInfiniteQuery` that it needs. */
type Read = { data: unknown; error: unknown; refetch: () => unknown };

type Props = {
  read: Read;
  isList?: boolean;
  /** Shown while it loads. It should have the heights of the content: of a list, its table without rows. */
  children?: ReactNode;
};

/**
 * Takes the place of data: it says that they load, or why they could not be loaded. Data that were read once stay on the
 * screen, even when a later read fails.
 */
export function NotLoaded({ read, isList = false, children }: Props) {
  if (read.data !== undefined) return null;
  if (read.error) return <FailureScreen error={read.error} retry={() => void read.refetch()} />;
  if (isList) return children ? <RowsLoad value>{children}</RowsLoad> : <ListSkeleton />;
  return children ?? <Skeleton className="h-64 w-full" />;
}

/** What a list mostly has beside its first column: a state, a few words and a time. */
const otherColumns = ['h-3.5 w-20', 'h-3.5 w-32 max-lg:hidden', 'h-3.5 w-16 max-sm:hidden'];

/** Of a list without a head. */
export function ListSkeleton({ rows = PROMISED }: { rows?: number }) {
  const t = useTexts(uiTexts);
  return (
    <div aria-busy="true" className="overflow-hidden rounded-xl border border-line bg-card">
      <p className="hidden-text" role="status">
        {t.loading}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move.
        <SkeletonRow key={row} />
      ))}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-0">
      <div className="mr-auto w-2/5">
        <Skeleton className="h-3.5 w-3/4" />
      </div>
      {otherColumns.map((column) => (
        <Skeleton className={column} key={column} />
      ))}
    </div>
  );
}
