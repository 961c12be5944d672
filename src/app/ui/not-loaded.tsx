import type { ReactNode } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { Skeleton } from './skeleton.tsx';

/** What `useQuery` and `useInfiniteQuery` know of a read. */
type Read = { data: unknown; error: unknown; refetch: () => unknown };

type Props = {
  read: Read;
  isList?: boolean;
  /** While it loads, what has the heights of the content. */
  children?: ReactNode;
};

/**
 * Stands in place of what is read: that it loads, or why it could not be loaded. What was read once
 * stays, even when a later read fails.
 */
export function NotLoaded({ read, isList = false, children }: Props) {
  if (read.data !== undefined) return null;
  if (read.error) return <FailureScreen error={read.error} retry={() => void read.refetch()} />;
  if (isList) return <ListSkeleton />;
  return children ?? <Skeleton className="h-64 w-full" />;
}
