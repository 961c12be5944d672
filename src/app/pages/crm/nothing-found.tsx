import type { ReactNode } from 'react';
import { ContinueSearch } from '../../screens/continue-search.tsx';
import { Empty } from '../../ui/empty.tsx';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
type Props = { list: List; title: string; action?: ReactNode };

/** So far no row matches the filters. Older rows may match. */
export function NothingFound({ list, title, action }: Props) {
  return (
    <Empty
      action={list.hasNextPage ? <ContinueSearch list={list} /> : action}
      icon="search"
      isFiltered
      title={title}
    />
  );
}
