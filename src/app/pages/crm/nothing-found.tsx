import type { ReactNode } from 'react';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { crmTexts } from './texts.ts';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
type Props = { list: List; title: string; onClear: () => void; action?: ReactNode };

/** So far no row matches the filters. Older rows may match. */
export function NothingFound({ list, title, onClear, action }: Props) {
  const t = useTexts(crmTexts);
  const further = list.hasNextPage ? (
    <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t.further}
    </Button>
  ) : null;
  return <Empty action={further ?? action} icon="search" onClear={onClear} title={title} />;
}
