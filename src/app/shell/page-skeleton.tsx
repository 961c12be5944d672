import { useTexts } from '../text/language.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { uiTexts } from '../ui/texts.ts';

/** Stands in place of a page that is loading, with the same heights. */
export function PageSkeleton() {
  const t = useTexts(uiTexts);
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="hidden-text" role="status">
        <h1>{t.loading}</h1>
      </div>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
