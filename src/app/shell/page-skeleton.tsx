import type { PageDefinition } from '../pages/page-definition.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { uiTexts } from '../ui/texts.ts';

/** Takes the place of a page that is loading, with the same heights. Its title is known before its code is there. */
export function PageSkeleton({ page }: { page?: PageDefinition | undefined }) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const isNamed = page !== undefined && page.needs !== 'nobody';
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="hidden-text" role="status">
        {isNamed ? t.loading : <h1>{t.loading}</h1>}
      </div>
      {isNamed ? (
        <PageHeader
          back={page.list && <Skeleton className="h-5 w-24" />}
          title={page.title[language]}
        />
      ) : (
        <Skeleton className="h-8 w-48" />
      )}
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
