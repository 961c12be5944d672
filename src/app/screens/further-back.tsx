import type { ReactNode } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { screenTexts } from './texts.ts';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** A button that continues a search without a match so far. At the end of the list: `children`. */
export function FurtherBack({ list, children }: { list: List; children: ReactNode }) {
  const t = useTexts(screenTexts);
  if (!list.hasNextPage) return children;
  return (
    <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t.further}
    </Button>
  );
}
