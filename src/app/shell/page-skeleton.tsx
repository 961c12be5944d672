import type { PageDefinition } from '../pages/page-definition.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { uiTexts } from '../ui/texts.ts';
import { PageShape } from './shell-shape.tsx';

/** Takes the place of a page that is loading, with the same heights. The title of a list is known before its code is there. */
export function PageSkeleton({ page }: { page?: PageDefinition }) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const isNamed = page !== undefined && page.needs !== 'nobody' && !page.path.includes('$');
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="hidden-text" role="status">
        {isNamed ? t.loading : <h1>{t.loading}</h1>}
      </div>
      {isNamed ? (
        <>
          <PageHeader title={page.title[language]} />
          <Skeleton className="h-64 w-full" />
        </>
      ) : (
        <PageShape />
      )}
    </div>
  );
}
