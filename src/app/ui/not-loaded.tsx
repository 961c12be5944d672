import type { ReactNode } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { ListSkeleton, Skeleton } from './skeleton.tsx';

/** The part of `useQuery` and `useInfiniteQuery` that it needs. */
type Read = { data: unknown; error: unknown; refetch: () => unknown };

type Props = {
  read: Read;
  isList?: boolean;
  /** Shown while it loads. It should have the heights of the content. */
  children?: ReactNode;
};

/**
 * Takes the place of data: it says that they load, or why they could not be loaded. Data that were read once stay on the
 * screen, even when a later read fails.
 */
export function NotLoaded({ read, isList = false, children }: Props) {
  if (read.data !== undefined) return null;
  if (read.error) return <FailureScreen error={read.error} retry={() => void read.refetch()} />;
  if (isList) return <ListSkeleton />;
  return children ?? <Skeleton className="h-64 w-full" />;
}
