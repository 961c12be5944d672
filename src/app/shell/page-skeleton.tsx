import { useTexts } from '../text/language.ts';
import { uiTexts } from '../ui/texts.ts';
import { PageShape } from './shell-shape.tsx';

/** Takes the place of a page that is loading, with the same heights. */
export function PageSkeleton() {
  const t = useTexts(uiTexts);
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="hidden-text" role="status">
        <h1>{t.loading}</h1>
      </div>
      <PageShape />
    </div>
  );
}
