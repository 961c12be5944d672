import type { ReactNode } from 'react';
import { FurtherBack } from '../../screens/further-back.tsx';
import { Empty } from '../../ui/empty.tsx';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
type Props = { list: List; title: string; action?: ReactNode };

/** So far no row matches the filters. Older rows may match. */
export function NothingFound({ list, title, action }: Props) {
  return (
    <Empty
      action={list.hasNextPage ? <FurtherBack list={list} /> : action}
      icon="search"
      isFiltered
      title={title}
    />
  );
}
