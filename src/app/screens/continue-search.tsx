import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { screenTexts } from './texts.ts';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** A button that continues a search without a match so far. */
export function ContinueSearch({ list }: { list: List }) {
  const t = useTexts(screenTexts);
  if (!list.hasNextPage) return null;
  return (
    <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t.further}
    </Button>
  );
}
